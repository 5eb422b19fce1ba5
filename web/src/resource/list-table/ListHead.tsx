import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '../list/use-resource-list.ts';
import type { Ticks } from './ListTable.tsx';
import { type ListColumn, tickColumn, turnSort } from './list-column.ts';
import styles from './list-table.module.css';
import { lookOf, pinAt } from './look-of.ts';
import { Tick } from './Tick.tsx';

interface ListHeadProps<R> {
  columns: readonly ListColumn<R>[];
  pins: ReadonlyMap<string, string>;
  rows: readonly R[];
  idOf: (row: R) => number;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  ticks?: Ticks<R> | undefined;
}

export function ListHead<R>({ columns, pins, rows, idOf, sort, onSort, ticks }: ListHeadProps<R>) {
  const { t } = useTranslation();
  const isTicked = (row: R) => ticks?.ids.includes(idOf(row)) ?? false;
  const isAll = rows.length > 0 && rows.every(isTicked);

  function fill(column: ListColumn<R>): ReactNode {
    if (column.key === tickColumn && ticks) {
      return (
        <Tick
          label={t('kit.list.tickAll')}
          isTicked={isAll}
          isPartly={!isAll && rows.some(isTicked)}
          onChange={() => ticks.onChange(isAll ? [] : rows.map(idOf))}
        />
      );
    }
    if (!column.isSortable) return column.title;
    const next = turnSort(sort, column.key);
    const hint = next ? (next.desc ? 'kit.list.sortDown' : 'kit.list.sortUp') : 'kit.list.sortNot';
    return (
      <button type="button" className={styles.sorter} title={t(hint)} onClick={() => onSort(next)}>
        <span className={styles.title}>{column.title}</span>
        <span className={styles.arrows} aria-hidden />
      </button>
    );
  }

  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            className={lookOf(column, column.key === sort?.by && styles.sorted)}
            style={pinAt(column, pins)}
            aria-sort={column.key === sort?.by ? (sort.desc ? 'descending' : 'ascending') : undefined}
          >
            {fill(column)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
