import type { ReactNode } from 'react';
import type { Sort } from '../list-query.ts';

export interface ListColumn<R> {
  key: string;
  title: ReactNode;
  /** A CSS length; columns without one share the rest. */
  width?: string | undefined;
  /** Stays visible while the others scroll. */
  pin?: 'left' | 'right' | undefined;
  isNumber?: boolean;
  className?: string | undefined;
  isSortable?: boolean;
  render: (row: R) => ReactNode;
}

export const selectionColumn = 'tick';
export const selectionWidth = 44;

/** The offset of each pinned column from its edge: the widths of the columns pinned before it. */
export function pinOffsets<R>(columns: readonly ListColumn<R>[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const side of ['left', 'right'] as const) {
    const pinned = columns.filter(({ pin }) => pin === side);
    const inward = side === 'left' ? pinned : pinned.toReversed();
    inward.reduce<string[]>((before, { key, width }) => {
      places.set(key, before.length === 0 ? '0' : `calc(${before.join(' + ')})`);
      return [...before, width ?? '0px'];
    }, []);
  }
  return places;
}

/** The width that pinned columns cover on each side, so that a focused cell does not scroll behind them. */
export function scrollPadding<R>(columns: readonly ListColumn<R>[]): string {
  const cover = (side: 'left' | 'right') => {
    const widths = columns.flatMap(({ pin, width }) => (pin === side && width ? [width] : []));
    return widths.length === 0 ? '0px' : `calc(${widths.join(' + ')})`;
  };
  return `${cover('left')} ${cover('right')}`;
}

/** Ascending, then descending, then the default order. */
export function nextSort(sort: Sort | undefined, by: string): Sort | undefined {
  if (sort?.by !== by) return { by, desc: false };
  return sort.desc ? undefined : { by, desc: true };
}

export interface TreeRow<R> {
  row: R;
  depth: number;
  isOpen: boolean;
  hasBelow: boolean;
}

/** The visible rows of a tree: children follow an expanded row. */
export function listVisible<R>(
  rows: readonly R[],
  below: (row: R) => readonly R[],
  isOpen: (row: R) => boolean,
  depth = 0,
): TreeRow<R>[] {
  return rows.flatMap((row) => {
    const children = below(row);
    const line = { row, depth, isOpen: isOpen(row), hasBelow: children.length > 0 };
    return line.isOpen && line.hasBelow ? [line, ...listVisible(children, below, isOpen, depth + 1)] : [line];
  });
}
