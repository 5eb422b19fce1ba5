import type { Language } from '@limpid/contract/language';
import type { ReportTable } from '@limpid/contract/report/document';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import styles from './document.module.css';
import { formatReportCell } from './format-cell.ts';
import { type NamedMark, nameMarks } from './name-marks.ts';

const cellClasses = { text: styles.text, number: styles.number, date: styles.date };
/** More rows at once would keep the browser busy. */
const firstRows = 200;

interface ReportTableViewProps {
  table: ReportTable;
  /** The name of a table without a title: that of its section. */
  name: string;
  language: Language;
}

/** A table of a report: units below the headings, marked values with a letter that is explained below. */
export function ReportTableView({ table, name, language }: ReportTableViewProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const { title, columns, rows, notes } = table;
  const { legend, markAt } = nameMarks(table);
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  return (
    <div className={styles.tablePart}>
      {title && <h4 className={styles.partTitle}>{title}</h4>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables are scrolled with the keys */}
      <section className={`side-scroll ${styles.scroll}`} aria-label={title ?? name} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ title: heading, unit, kind }, at) => (
                <th key={`${at} ${heading}`} scope="col" className={kind === 'number' ? styles.number : ''}>
                  {heading}
                  {unit && <span className={styles.unit}>{unit}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((cells, row) => (
              // Rows have no id and keep their order.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={row}>
                {columns.map((column, at) => (
                  <td key={`${at} ${column.title}`} className={cellClasses[column.kind]}>
                    {formatReportCell(cells[at] ?? null, column, language)}
                    <CellMark mark={markAt(row, at)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < rows.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('report.document.allRows', { rows: formatCount(rows.length, language) })}
        </Button>
      )}
      {(legend.length > 0 || notes.length > 0) && (
        <ul className={styles.notes}>
          {legend.map(({ letter, text }) => (
            <li key={letter}>
              <sup>{letter}</sup> {text}
            </li>
          ))}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CellMark({ mark }: { mark: NamedMark | undefined }) {
  if (!mark) return null;
  return (
    <Tooltip title={mark.text}>
      <sup className={styles.mark}>
        {mark.letter}
        <span className="visually-hidden"> {mark.text}</span>
      </sup>
    </Tooltip>
  );
}
