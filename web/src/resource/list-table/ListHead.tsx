import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sort } from '../list-query.ts';
import { cellClassName, pinStyle } from './cell-style.ts';
import type { RowSelection } from './ListTable.tsx';
import { type ListColumn, nextSort, selectionColumn } from './list-column.ts';
import styles from './list-table.module.css';
import { SelectionCheckbox } from './SelectionCheckbox.tsx';
import { listSelectable } from './use-row-selection.ts';

interface ListHeadProps<R> {
  columns: readonly ListColumn<R>[];
  pins: ReadonlyMap<string, string>;
  rows: readonly R[];
  idOf: (row: R) => number;
  sort: Sort | undefined;
  defaultSort?: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  selection?: RowSelection<R> | undefined;
}

export function ListHead<R>({
  columns,
  pins,
  rows,
  idOf,
  sort,
  defaultSort,
  onSort,
  selection,
}: ListHeadProps<R>) {
  const { t } = useTranslation();
  const shown = sort ?? defaultSort;
  const isSelected = (row: R) => selection?.ids.includes(idOf(row)) ?? false;
  const selectable = listSelectable(rows, selection);
  const isAll = selectable.length > 0 && selectable.every(isSelected);

  /** Rows of other pages stay selected, where a list keeps them. */
  function tickAll({ ids, onChange }: RowSelection<R>): void {
    const here = selectable.map(idOf);
    const others = ids.filter((id) => !here.includes(id));
    onChange(isAll ? others : [...others, ...here]);
  }

  function fill(column: ListColumn<R>): ReactNode {
    if (column.key === selectionColumn && selection) {
      return (
        <SelectionCheckbox
          label={t('kit.list.tickAll')}
          isSelected={isAll}
          isPartlySelected={!isAll && selectable.some(isSelected)}
          onChange={() => tickAll(selection)}
        />
      );
    }
    if (!column.isSortable) return column.title;
    const next = nextSort(sort, column.key);
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
            className={cellClassName(column, column.key === shown?.by && styles.sorted)}
            style={pinStyle(column, pins)}
            aria-sort={column.key === shown?.by ? (shown.desc ? 'descending' : 'ascending') : undefined}
          >
            {fill(column)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
