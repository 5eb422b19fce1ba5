import { useTranslation } from 'react-i18next';
import styles from './charts.module.css';

interface ChartTableProps {
  /** The heading of the first column, and of the others. */
  head: readonly string[];
  /** Each row begins with its name. */
  rows: readonly (readonly (string | number)[])[];
}

/** The numbers of a chart, closed at first. */
export function ChartTable({ head, rows }: ChartTableProps) {
  const { t } = useTranslation();
  return (
    <details className={styles.table}>
      <summary>{t('data.query.table')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables are scrolled with the keys */}
      <section className={styles.scroll} aria-label={head[0]} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, column) => (
                  <td key={head[column + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
