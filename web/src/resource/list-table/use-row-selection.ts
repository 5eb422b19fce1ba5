import { useRef } from 'react';
import type { RowSelection } from './ListTable.tsx';

/** Toggles a row; with the shift key, also all rows between the last one and it. */
export function useRowSelection<R>(ids: readonly number[], selection: RowSelection<R> | undefined) {
  const last = useRef<number>(undefined);
  return (id: number, isRange: boolean): void => {
    if (!selection) return;
    const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)];
    const changed = isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const others = selection.ids.filter((one) => !changed.includes(one));
    last.current = id;
    selection.onChange(selection.ids.includes(id) ? others : [...others, ...changed]);
  };
}

/** The rows that have a checkbox. */
export function listSelectable<R>(rows: readonly R[], selection: RowSelection<R> | undefined): readonly R[] {
  return selection?.canSelect ? rows.filter(selection.canSelect) : rows;
}
