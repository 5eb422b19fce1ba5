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

/** Left and right together. */
const cellPadding = 9;
const smallestSize = 5.5;
/** A little more than half, because lines end with a word. */
const twoLines = 0.6;
/** Beyond this a word of a heading is hyphenated. */
const longestHeadingEms = 6;
/** Shorter headings stay in one line. */
const shortHeadingEms = 3.2;
const bold = 1.1;
/** A column of remarks does not take the room of all others. */
const widestText = 26;
/** Longer texts are broken into lines, between their words if these are not longer still. */
const longestLineEms = 9;
const longestWordEms = 11;
/** On the first page and in the largest type in which texts have the room of this column. */
const attempts = [
  { landscape: false, room: 'one', sizes: [8, 7.5] },
  { landscape: false, room: 'two', sizes: [8, 7.5, 7] },
  { landscape: false, room: 'least', sizes: [7] },
  { landscape: true, room: 'one', sizes: [8, 7.5] },
  { landscape: true, room: 'two', sizes: [8, 7.5, 7] },
  { landscape: true, room: 'least', sizes: [8, 7.5, 7, 6.5, 6, 5.5] },
] as const;
/** Further apart, the eye loses the row. */
const mostStretch = 2.6;

/** The widths of a column in ems. */
interface Needs {
  /** No word is broken. */
  least: number;
  /** Texts take about two lines, headings more. */
  two: number;
  /** Texts take one line, headings two. */
  one: number;
}

/** Finds the largest type in which every column has room, on an upright page if possible. */
export function fitTable(columns: readonly FittedColumn[]): TableFit {
  const needs = columns.map(measureNeeds);
  const shares = columns.map(({ share }) => share);
  for (const { landscape, room, sizes } of attempts) {
    const available = landscape ? pageWidths.landscape : pageWidths.portrait;
    for (const size of sizes) {
      const inPoints = (kind: keyof Needs) => needs.map((need) => need[kind] * size + cellPadding);
      if (sum(inPoints(room)) > available) continue;
      return { landscape, size, widths: chooseWidths(inPoints(room), inPoints('one'), shares, available) };
    }
  }
  const smallest = needs.map(({ least }) => least * smallestSize + cellPadding);
  const scale = pageWidths.landscape / sum(smallest);
  return { landscape: true, size: smallestSize, widths: smallest.map((width) => width * scale) };
}

function measureNeeds({ title, unit, cells, wraps }: FittedColumn): Needs {
  const unitEms = estimateEms(unit);
  const titleEms = estimateEms(title) * bold;
  const word = estimateWordEms(title) * bold;
  const head = Math.max(Math.min(longestHeadingEms, word), unitEms, Math.min(shortHeadingEms, titleEms));
  const widest = Math.max(0, ...cells.map(estimateEms));
  const heading = Math.max(head, Math.min(word, widestText), titleEms * twoLines);
  if (!wraps)
    return { least: Math.max(head, widest), two: Math.max(head, widest), one: Math.max(heading, widest) };
  const longest = Math.min(longestWordEms, Math.max(0, ...cells.map(estimateWordEms)));
  const least = Math.max(head, longest, Math.min(widest, longestLineEms));
  const one = Math.max(least, heading, Math.min(widestText, widest));
  return { least, two: Math.max(least, one * twoLines), one };
}

/** As wide as the texts need, and further apart by the shares of the columns if there is room. */
function chooseWidths(
  least: readonly number[],
  wanted: readonly number[],
  shares: readonly number[],
  available: number,
): number[] {
  const room = available - sum(wanted);
  if (room >= 0) return shareWidth(wanted, shares, Math.min(available, sum(wanted) * mostStretch));
  const lack = wanted.map((width, i) => width - (least[i] ?? 0));
  const spare = available - sum(least);
  return least.map((width, i) => width + (spare * (lack[i] ?? 0)) / sum(lack));
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
