import { WarningOutlined } from '@ant-design/icons';
import type { ReportDocument } from '@limpid/contract/report/document';
import styles from './document.module.css';
import { ReportSectionView } from './ReportSectionView.tsx';

/** A report as a page, in its own language and in the theme of the console. */
export function ReportDocumentView({ document: report }: { document: ReportDocument }) {
  const { language, title, subtitle, warnings, facts, coverText, sections } = report;
  return (
    <article lang={language} aria-label={title} className={styles.page}>
      <header className={styles.cover}>
        {warnings.map((warning) => (
          <p key={warning} className={styles.warning}>
            <WarningOutlined aria-hidden /> <span>{warning}</span>
          </p>
        ))}
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.subtitle}>{subtitle}</p>
        {coverText?.split('\n').map((text, place) => (
          // Paragraphs have no id and keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={place} className={styles.coverText}>
            {text}
          </p>
        ))}
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      {sections.map((section) => (
        <ReportSectionView key={section.key} section={section} language={language} />
      ))}
    </article>
  );
}
