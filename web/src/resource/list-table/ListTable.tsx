import type { ReactNode } from 'react';
import { toRem } from '../../ui/scale.ts';
import type { Sort } from '../list-query.ts';
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
import { listSelectable, useRowSelection } from './use-row-selection.ts';
import { useSideScroll } from './use-side-scroll.ts';

export interface RowSelection<R> {
  ids: readonly number[];
  onChange: (ids: number[]) => void;
  label: (row: R) => string;
  /** Rows without it have no checkbox; by default all have one. */
  canSelect?: ((row: R) => boolean) | undefined;
  /** Hides the checkboxes while loading. */
  isHidden: boolean;
}

export interface Branches<R> {
  below: (row: R) => readonly R[];
  name: (row: R) => string;
  open: readonly number[];
  onChange: (open: number[]) => void;
}

interface ListTableProps<R> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly ListColumn<R>[];
  rows: readonly R[];
  idOf: (row: R) => number;
  /** The table scrolls horizontally below this width. */
  minWidth: string;
  empty: ReactNode;
  sort: Sort | undefined;
  /** The order without a chosen one, shown in the head; undefined if it is that of no column. */
  defaultSort?: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  selection?: RowSelection<R> | undefined;
  /** Makes the table a tree: the first column expands and collapses. */
  branches?: Branches<R> | undefined;
  rowClass?: (row: R) => string;
  /** What a click on a row opens; its first cell has a link to the same, for the keyboard. */
  onOpen?: ((row: R) => void) | undefined;
  /** Rows of 36 px and narrow columns, for tables that are read at a glance; cells have one line. */
  isCompact?: boolean;
}

/**
 * The table of a list with a sticky head and fixed column widths. Head and body are two tables, so that the head can
 * stick while both scroll horizontally; screen readers see one table.
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
  const tick = useRowSelection(listSelectable(rows, selection).map(idOf), selection);
  return (
    <div ref={frame} className={props.isCompact ? `${styles.frame} ${styles.compact}` : styles.frame}>
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
                  onOpen={props.onOpen}
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
  return { key: selectionColumn, title: null, width: toRem(selectionWidth), pin: 'left', render: () => null };
}
