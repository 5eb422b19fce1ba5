import type { CSSProperties } from 'react';
import type { ListColumn } from './list-column.ts';
import styles from './list-table.module.css';

/** The classes of a cell or a heading of the column. */
export function cellClassName<R>({ pin, isNumber, className }: ListColumn<R>, also?: string | false): string {
  const side = pin === 'left' ? styles.left : styles.right;
  const looks = [styles.cell, pin && styles.pinned, pin && side, isNumber && styles.number];
  return [...looks, className, also].filter(Boolean).join(' ');
}

export function pinStyle<R>(
  { key, pin }: ListColumn<R>,
  pins: ReadonlyMap<string, string>,
): CSSProperties | undefined {
  return pin && { [pin]: pins.get(key) };
}
