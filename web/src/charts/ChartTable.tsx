import { Pagination } from 'antd';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './charts.module.css';

type Rows = readonly (readonly (string | number | ReactElement)[])[];

interface ChartTableProps {
  /** The heading of the first column, and of the others. */
  head: readonly string[];
  /** Each row begins with its name; a function is called when the table is opened. */
  rows: Rows | (() => Rows);
  /** What the cells are, above the table. */
  note?: string | undefined;
}

/** The numbers of a chart, closed at first. */
export function ChartTable({ head, rows, note }: ChartTableProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.table} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('data.query.table')}</summary>
      {isOpen && (
        <>
          {note && <p className={styles.note}>{note}</p>}
          <TableOf head={head} rows={typeof rows === 'function' ? rows() : rows} />
        </>
      )}
    </details>
  );
}

/** The same, always open. */
export function OpenChartTable({ head, rows }: { head: readonly string[]; rows: Rows }) {
  return (
    <div className={styles.table}>
      <TableOf head={head} rows={rows} />
    </div>
  );
}

/** More rows at once would keep the browser busy for seconds. */
const pageSize = 500;

function TableOf({ head, rows }: { head: readonly string[]; rows: Rows }) {
  const [page, setPage] = useState(1);
  const last = Math.max(1, Math.ceil(rows.length / pageSize));
  const first = (Math.min(page, last) - 1) * pageSize;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long tables are scrolled with the keys */}
      <section className={`side-scroll ${styles.scroll}`} aria-label={head[0]} tabIndex={0}>
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
            {rows.slice(first, first + pageSize).map(([name = '', ...cells], place) => (
              // An hour may have the name of the one before, when clocks are set back.
              <tr key={`${place} ${typeof name === 'object' ? '' : name}`}>
                <th scope="row">{name}</th>
                {cells.map((cell, column) => (
                  <td key={head[column + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {last > 1 && (
        <Pagination
          size="small"
          align="end"
          showSizeChanger={false}
          pageSize={pageSize}
          current={Math.min(page, last)}
          total={rows.length}
          onChange={setPage}
        />
      )}
    </>
  );
}
