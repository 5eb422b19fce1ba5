import type { Language } from '@limpid/contract/language';
import type { ReportSection } from '@limpid/contract/report/document';
import { useId } from 'react';
import styles from './document.module.css';
import { ReportChartFigure } from './ReportChartFigure.tsx';
import { ReportTableView } from './ReportTableView.tsx';

/** A section of a report: its figures large, then text, charts and tables. */
export function ReportSectionView({ section, language }: { section: ReportSection; language: Language }) {
  const titleId = useId();
  const { title, paragraphs, figures, charts, tables } = section;
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <h3 id={titleId} className={styles.sectionTitle}>
        {title}
      </h3>
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map(({ label, value, unit, note }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={styles.figure}>
                {value}
                {unit && <span className={styles.figureUnit}> {unit}</span>}
              </dd>
              {note && <dd className={styles.figureNote}>{note}</dd>}
            </div>
          ))}
        </dl>
      )}
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {charts.map((chart) => (
        <ReportChartFigure key={chart.key} chart={chart} language={language} />
      ))}
      {tables.map((table) => (
        <ReportTableView key={table.key} table={table} name={title} language={language} />
      ))}
    </section>
  );
}
