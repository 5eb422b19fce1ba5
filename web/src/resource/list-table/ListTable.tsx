import type { ReactNode } from 'react';
import { rem } from '../../ui/scale.ts';
import type { Sort } from '../list/use-resource-list.ts';
import { ListHead } from './ListHead.tsx';
import { ListRow } from './ListRow.tsx';
import {
  type ListColumn,
  listVisible,
  pinOffsets,
  scrollPadding,
  selectionColumn,
  selectionWidth,
} from './list-column.ts';
import styles from './list-table.module.css';
import { useRowSelection } from './use-row-selection.ts';
import { useSideScroll } from './use-side-scroll.ts';

export interface RowSelection<R> {
  ids: readonly number[];
  onChange: (ids: number[]) => void;
  label: (row: R) => string;
  /** There is nothing to tick yet. */
  isHidden: boolean;
}

export interface Branches<R> {
  below: (row: R) => readonly R[];
  name: (row: R) => string;
  open: readonly number[];
  onChange: (open: number[]) => void;
}

interface ListTableProps<R> {
  /** What screen readers call the table. */
  label: string;
  columns: readonly ListColumn<R>[];
  rows: readonly R[];
  idOf: (row: R) => number;
  /** Below it the columns are moved sideways. */
  minWidth: string;
  empty: ReactNode;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  selection?: RowSelection<R> | undefined;
  /** Of a tree: its first column opens and closes. */
  branches?: Branches<R> | undefined;
  rowClass?: (row: R) => string;
}

/**
 * The table of a list: its head stays in view, its columns keep their widths, its rows follow the chosen size. Heading
 * and rows are two tables, so that the one can stay while the other is moved sideways; readers hear them as one.
 */
export function ListTable<R extends object>(props: ListTableProps<R>) {
  const { rows, idOf, minWidth, empty, selection, branches } = props;
  const { frame, head, body, bar, follow } = useSideScroll();
  const columns = selection ? [makeSelectionColumn<R>(), ...props.columns] : props.columns;
  const pins = pinOffsets(columns);
  const widths = (
    <colgroup>
      {columns.map(({ key, width }) => (
        <col key={key} style={width ? { width } : undefined} />
      ))}
    </colgroup>
  );
  const seen = listVisible(
    rows,
    (row) => branches?.below(row) ?? [],
    (row) => branches?.open.includes(idOf(row)) ?? false,
  );
  const tick = useRowSelection(rows.map(idOf), selection);
  return (
    <div ref={frame} className={styles.frame}>
      <div role="table" aria-label={props.label}>
        <div ref={head} className={styles.head} onScroll={(event) => follow(event.currentTarget)}>
          <table role="none" style={{ minWidth }}>
            {widths}
            <ListHead {...props} columns={columns} pins={pins} />
          </table>
        </div>
        <div
          ref={body}
          className={styles.body}
          style={{ scrollPaddingInline: scrollPadding(columns) }}
          onScroll={(event) => follow(event.currentTarget)}
        >
          <table role="none" style={{ minWidth }}>
            {widths}
            <tbody role="rowgroup">
              {seen.map((place) => (
                <ListRow
                  key={idOf(place.row)}
                  {...place}
                  id={idOf(place.row)}
                  columns={columns}
                  pins={pins}
                  selection={selection}
                  onTick={tick}
                  branches={branches}
                  className={props.rowClass?.(place.row)}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {seen.length === 0 && <div className={styles.empty}>{empty}</div>}
      <div
        ref={bar}
        className={styles.bar}
        aria-hidden
        tabIndex={-1}
        onScroll={(event) => follow(event.currentTarget)}
      >
        <div style={{ minWidth }} />
      </div>
    </div>
  );
}

function makeSelectionColumn<R>(): ListColumn<R> {
  return { key: selectionColumn, title: null, width: rem(selectionWidth), pin: 'left', render: () => null };
}
