import { estimateEms, estimateWordEms } from '../text-width.rule.ts';

/** A column as it will be printed: its texts, and its share of the width that the other columns leave. */
export interface FittedColumn {
  title: string;
  unit: string;
  cells: readonly string[];
  /** Whether lines may be broken between words. */
  wraps: boolean;
  share: number;
}

export interface TableFit {
  landscape: boolean;
  /** The size of its type, in points. */
  size: number;
  /** In points. */
  widths: number[];
}

/** An A4 page without its margins, in points. */
export const pageWidths = { portrait: 493, landscape: 739 };

export const cellPadding = 9;
/** Beyond this a word of a heading is hyphenated. */
const longestHeadingEms = 6;
/** Shorter headings stay in one line. */
const shortHeadingEms = 3.2;
/** Longer texts are broken into lines, between their words if these are not longer still. */
const longestLineEms = 9;
const longestWordEms = 11;
const attempts = [
  { landscape: false, sizes: [8, 7.5, 7] },
  { landscape: true, sizes: [8, 7.5, 7, 6.5, 6, 5.5] },
];
/** Further apart, the eye loses the row. */
const mostStretch = 2.6;

/** Finds the largest type in which every column has room, on an upright page if possible. */
export function fitTable(columns: readonly FittedColumn[]): TableFit {
  const ems = columns.map(estimateColumn);
  for (const { landscape, sizes } of attempts) {
    const available = landscape ? pageWidths.landscape : pageWidths.portrait;
    for (const size of sizes) {
      const least = ems.map((em) => em.least * size + cellPadding);
      if (sum(least) > available) continue;
      const most = ems.map((em) => (em.full * size + cellPadding) * mostStretch);
      const shares = columns.map(({ share }) => share);
      return { landscape, size, widths: shareWidth(least, shares, Math.min(available, sum(most))) };
    }
  }
  const smallest = ems.map((em) => em.least * 5.5 + cellPadding);
  const scale = pageWidths.landscape / sum(smallest);
  return { landscape: true, size: 5.5, widths: smallest.map((width) => width * scale) };
}

function estimateColumn({ title, unit, cells, wraps }: FittedColumn): { least: number; full: number } {
  const unitEms = estimateEms(unit);
  const word = Math.min(longestHeadingEms, estimateWordEms(title));
  const head = Math.max(word, unitEms, Math.min(shortHeadingEms, estimateEms(title)));
  const widest = Math.max(0, ...cells.map(estimateEms));
  const longest = Math.min(longestWordEms, Math.max(0, ...cells.map(estimateWordEms)));
  const body = wraps ? Math.max(longest, Math.min(widest, longestLineEms)) : widest;
  return { least: Math.max(head, body), full: Math.max(unitEms, estimateEms(title), widest) };
}

/** Widths in proportion to the shares, none below its least one. */
function shareWidth(least: readonly number[], shares: readonly number[], available: number): number[] {
  const fixed = new Set<number>();
  for (;;) {
    const free = available - sum(least.filter((_, i) => fixed.has(i)));
    const parts = sum(shares.filter((_, i) => !fixed.has(i)));
    const widths = least.map((width, i) => (fixed.has(i) ? width : (free * (shares[i] ?? 1)) / parts));
    const short = widths.flatMap((width, i) => (!fixed.has(i) && width < (least[i] ?? 0) ? [i] : []));
    if (short.length === 0) return widths;
    for (const i of short) fixed.add(i);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
