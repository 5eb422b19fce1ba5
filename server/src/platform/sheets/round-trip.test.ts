import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from './cell.ts';
import { readSheet } from './read-sheet.ts';
import { readInProcess, writeToBuffer, yieldRows } from './workbook.fixture.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '_x0041_',
        '_x',
        '_',
        '\r',
        '\n',
        '\t',
        ' ',
        '=',
        '+',
        '-',
        '@',
        '\u0000',
        '\ufffe',
        'مرحبا',
        '𠮷',
        '北',
      ),
    )
    .map((parts) => parts.join('')),
);
const date = fc.date({ min: new Date('1901-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0);
// An empty text and an empty cell are the same in a sheet: both are read as null.
const cell = fc.oneof(
  text.map((value) => value || null),
  number,
  fc.boolean(),
  date,
  fc.constant(null),
);
const row = fc.tuple(fc.constant('key'), cell, cell, cell);

describe('a written sheet', () => {
  const columns = ['key', '名称', 'c', 'd'].map((header) => ({ header }));

  it('is read back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
        const bytes = await writeToBuffer({ sheetName: 'a', columns, rows: yieldRows(rows) });
        const sheet = await readInProcess(bytes);
        expect(sheet.header).toEqual(['key', '名称', 'c', 'd']);
        expect(sheet.rows).toEqual(rows.map((cells, i) => ({ line: i + 2, cells: trimNulls(cells) })));
      }),
      { numRuns: 150 },
    );
  });

  it('is read back exactly through the parsing process', async () => {
    const rows = fc.sample(row, 3000);
    const bytes = await writeToBuffer({ sheetName: 'a', columns, rows: yieldRows(rows) });
    const sheet = await readSheet(bytes);
    expect(sheet.rows).toEqual(rows.map((cells, i) => ({ line: i + 2, cells: trimNulls(cells) })));
  });
});

function trimNulls(cells: readonly Cell[]): Cell[] {
  return cells.slice(0, cells.findLastIndex((value) => value !== null) + 1);
}
