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
      <div className={styles.scroll}>
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
      </div>
    </details>
  );
}
