import type { Language } from '@limpid/contract/language';
import { dash } from '../../../air/describe-value.ts';
import { makeOffsetNote } from '../../../query/state/write-offset.ts';
import { endOfPoint, type TrendLine } from './trend-line.ts';
import { type PointNotes, writePoint, writeWindow } from './trend-tip.ts';

interface ValueFacts {
  lines: readonly TrendLine[];
  zone: string;
  language: Language;
  notes: PointNotes;
}

/** The points of lines as rows of a table: the window of time, then the value of each line that has a point there. */
export function listValueRows({ lines, zone, language, notes }: ValueFacts): string[][] {
  const rows = new Map<number, { end: number; cells: string[] }>();
  for (const [column, line] of lines.entries())
    for (const [place, moment] of line.data.ts.entries()) {
      if ((line.data.values[place] ?? null) === null) continue;
      const end = endOfPoint(line.data, place);
      const row = rows.get(moment) ?? { end, cells: lines.map(() => dash) };
      row.end = Math.min(row.end, end);
      row.cells[column] = writePoint(line, place, { language, notes, hasUnit: false });
      rows.set(moment, row);
    }
  const sorted = [...rows].toSorted(([one], [other]) => one - other);
  const noteOffset = makeOffsetNote([...rows.keys()], zone);
  return sorted.map(([moment, { end, cells }]) => [
    writeWindow([moment, end], zone, language) + noteOffset(moment),
    ...cells,
  ]);
}
