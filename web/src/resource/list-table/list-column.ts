import type { ReactNode } from 'react';
import type { Sort } from '../list/use-resource-list.ts';

export interface ListColumn<R> {
  key: string;
  title: ReactNode;
  /** A length of style sheets; columns without one share what is left. */
  width?: string | undefined;
  /** Stays in view while the others are moved past it. */
  pin?: 'left' | 'right' | undefined;
  isNumber?: boolean;
  className?: string | undefined;
  isSortable?: boolean;
  render: (row: R) => ReactNode;
}

export const selectionColumn = 'tick';
export const selectionWidth = 44;

/** How far from its edge each pinned column stays: behind those that are pinned before it. */
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

/** How much the pinned columns cover on either side: what has the focus must not come to lie behind them. */
export function scrollPadding<R>(columns: readonly ListColumn<R>[]): string {
  const cover = (side: 'left' | 'right') => {
    const widths = columns.flatMap(({ pin, width }) => (pin === side && width ? [width] : []));
    return widths.length === 0 ? '0px' : `calc(${widths.join(' + ')})`;
  };
  return `${cover('left')} ${cover('right')}`;
}

/** Upwards, downwards, and then as the list is by itself. */
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

/** The rows that are seen: those below an open one follow it. */
export function listVisible<R>(
  rows: readonly R[],
  below: (row: R) => readonly R[],
  isOpen: (row: R) => boolean,
  depth = 0,
): TreeRow<R>[] {
  return rows.flatMap((row) => {
    const children = below(row);
    const own = { row, depth, isOpen: isOpen(row), hasBelow: children.length > 0 };
    return own.isOpen && own.hasBelow ? [own, ...listVisible(children, below, isOpen, depth + 1)] : [own];
  });
}
