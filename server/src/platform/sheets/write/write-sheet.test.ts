import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { read } from '@e965/xlsx';
import { readXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { writeToBuffer, yieldRows } from '../workbook.fixture.ts';
import { writeSheet } from './write-sheet.ts';

const columns = ['名称', 'value', 'when', 'on'].map((header) => ({ header }));
const when = new Date('2024-02-29T23:59:58Z');
const rows: Cell[][] = [
  ['北京 <&> "quoted"', -1.5e-7, when, true],
  ['=HYPERLINK("x")', 0, null, false],
  [' two\nlines ', 1e21, null, null],
  ['a\u0001b_x0041_', Number.NaN, null, null],
];

describe('writeSheet', () => {
  it('is read in the same way by two other implementations', async () => {
    const bytes = await writeToBuffer({ sheetName: '站点', columns, rows: yieldRows(rows) });
    const expected = [
      ['名称', 'value', 'when', 'on'],
      ['北京 <&> "quoted"', -1.5e-7, when, true],
      ['\t=HYPERLINK("x")', 0, null, false],
      [' two\nlines ', 1e21],
      ['a\u0001b_x0041_'],
    ];
    const hucre = (await readXlsx(new Uint8Array(bytes))).sheets[0];
    expect(hucre?.name).toBe('站点');
    expect(hucre?.rows.map(trimNulls)).toEqual(expected);
    const sheetJs = read(bytes, { type: 'buffer', dense: true, cellDates: true, UTC: true }).Sheets['站点'];
    expect(sheetJs?.['!data']?.map((line) => trimNulls(Array.from(line, (cell) => cell?.v ?? null)))).toEqual(
      expected,
    );
  });

  it('has a bold white header on grey, centred and frozen, and the given column widths', async () => {
    const bytes = await writeToBuffer({
      sheetName: 'a',
      columns: [{ header: 'one', width: 30 }, { header: 'two' }],
      rows: yieldRows([['x', 'y']]),
    });
    const sheet = (await readXlsx(new Uint8Array(bytes), { readStyles: true })).sheets[0];
    expect(sheet?.cells?.get('0,0')?.style).toMatchObject({
      font: { bold: true, color: { rgb: 'FFFFFF' } },
      fill: { pattern: 'solid', fgColor: { rgb: '7F7F7F' } },
      alignment: { horizontal: 'center' },
    });
    expect(sheet?.columns?.map((column) => column.width)).toEqual([30, 16]);
    expect(sheet?.freezePane?.rows).toBe(1);
  });

  it('continues in a further sheet, with the header again, when one is full', async () => {
    const numbers = Array.from({ length: 25 }, (_, i) => [i]);
    const bytes = await writeToBuffer(
      { sheetName: 'n', columns: [{ header: 'h' }], rows: yieldRows(numbers) },
      10,
    );
    const { sheets } = await readXlsx(new Uint8Array(bytes));
    expect(sheets.map(({ name, rows: { length } }) => [name, length])).toEqual([
      ['n', 11],
      ['n 2', 11],
      ['n 3', 6],
    ]);
    expect(sheets.flatMap((sheet) => sheet.rows.slice(1))).toEqual(numbers);
  });

  it.each(['a/b[c]:*?\\', '', 'x'.repeat(40), '\ud83d', "'quoted'"])(
    'makes a valid sheet name of %j',
    async (sheetName) => {
      const bytes = await writeToBuffer({ sheetName, columns, rows: yieldRows([]) });
      const { SheetNames } = read(bytes, { type: 'buffer' });
      expect(SheetNames[0]).toMatch(/^[^[\]:*?/\\']{1,31}$/);
    },
  );

  it("truncates a text at Excel's maximum and writes dates that Excel cannot hold as text", async () => {
    const bytes = await writeToBuffer({
      sheetName: 'a',
      columns,
      rows: yieldRows([['x'.repeat(40_000), null, new Date('1850-05-06T07:08:09Z'), new Date(Number.NaN)]]),
    });
    const line = (await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows[1];
    expect(String(line?.[0]).length).toBe(32_767);
    expect(line?.slice(2)).toEqual(['1850-05-06 07:08:09', null]);
  });

  it('pulls rows only as they are read, and closes the source when the reader leaves', async () => {
    const makeRow = (): Cell[] => ['x'.repeat(1000) + Math.random(), 1, when, true];
    let taken = 0;
    let released = false;
    async function* source() {
      try {
        for (; ; taken++) yield makeRow();
      } finally {
        released = true;
      }
    }
    const stream = writeSheet({ sheetName: 'a', columns, rows: source() });
    await once(stream, 'readable');
    // A sheet that is read takes 10,000 rows to its end meanwhile; this one stops at what its buffers hold.
    await writeToBuffer({
      sheetName: 'b',
      columns,
      rows: yieldRows(Array.from({ length: 10_000 }, makeRow)),
    });
    expect(taken).toBeLessThan(10_000);
    stream.destroy();
    await once(stream, 'close');
    expect(released).toBe(true);
  });

  it('ends with the error of its source', async () => {
    async function* source(): AsyncGenerator<Cell[]> {
      yield ['x'];
      throw new Error('the database is gone');
    }
    await expect(buffer(writeSheet({ sheetName: 'a', columns, rows: source() }))).rejects.toThrow(
      'the database is gone',
    );
  });

  it('streams 100,000 rows of 8 columns in little memory', async () => {
    async function* source() {
      for (let i = 0; i < 100_000; i++)
        yield [i, `站点 ${i}`, when, i / 7, i % 2 === 0, `SN-${i * 7919}`, '正常', '+86'];
    }
    const eight = Array.from({ length: 8 }, (_, i) => ({ header: `c${i}` }));
    const before = process.memoryUsage().rss;
    let peak = 0;
    let bytes = 0;
    for await (const chunk of writeSheet({ sheetName: 'a', columns: eight, rows: source() })) {
      bytes += chunk.length;
      peak = Math.max(peak, process.memoryUsage().rss - before);
    }
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(peak / 1024 / 1024).toBeLessThan(150);
  });
});

function trimNulls(line: readonly unknown[]): unknown[] {
  return line.slice(0, line.findLastIndex((cell) => cell !== null) + 1);
}
