import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { writeCsv } from './write-csv.ts';

async function write(...rows: Cell[][]): Promise<string[]> {
  const columns = [{ header: 'name' }, { header: 'value, µg/m³' }];
  const written = await text(
    writeCsv({
      columns,
      rows: (async function* () {
        yield* rows;
      })(),
    }),
  );
  return written.split('\r\n');
}

it('begins with the quoted headings', async () => {
  expect(await write()).toEqual(['name,"value, µg/m³"', '']);
});

it('quotes commas, quotes and line breaks', async () => {
  expect(await write(['a "b"', 1.5], ['two\r\nlines', null])).toEqual([
    'name,"value, µg/m³"',
    '"a ""b""",1.5',
    '"two',
    'lines",',
    '',
  ]);
});

it('keeps spreadsheet programs from running a text as a formula', async () => {
  expect((await write(['=1+1', -2]))[1]).toBe('"\t=1+1",-2');
});

it('writes dates as wall clock, booleans as words and no infinite numbers', async () => {
  expect((await write([new Date('2026-11-16T08:30:00Z'), true], ['x', Number.NaN])).slice(1, 3)).toEqual([
    '2026-11-16 08:30:00,true',
    'x,',
  ]);
});
