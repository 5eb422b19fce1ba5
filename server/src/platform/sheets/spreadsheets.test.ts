import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readXls, readXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import type { Sheet } from './collect-rows.ts';
import { readSheet } from './read-sheet.ts';
import { readInProcess } from './workbook.fixture.ts';

const folder = new URL('../../../../../shared/data/spreadsheets/', import.meta.url);
const present = existsSync(folder);
const load = (name: string) => readFileSync(new URL(name, folder));
const day = (text: string) => new Date(`${text}Z`);
const cellsAt = (sheet: Sheet, line: number) => sheet.rows.find((row) => row.line === line)?.cells;

const refused: Record<string, string> = {
  'missing-bits.xlsx': 'sheet.corrupt',
  'password.xls': 'sheet.encrypted',
  'poc-xmlbomb.xlsx': 'sheet.corrupt',
  'protected_passtika.xlsx': 'sheet.encrypted',
  'xlsx-corrupted.xlsx': 'sheet.corrupt',
};

/** Name, number of rows, header, one line number and its cells. */
const known: [string, number, string[], number, unknown[]][] = [
  [
    '1904.xlsx',
    4,
    ['1', '1904-01-02 00:00:00', '1904-01-02', '1904-01-02'],
    5,
    [11_111, day('1934-06-03'), '1934-06-03', '1934-06-03'],
  ],
  ['1904DateWindowing.xls', 0, ['2000-01-01 00:00:00', '2000-01-01 00:00:00'], 2, []],
  [
    'Attendance.xlsx',
    24,
    [
      'Date',
      'Ben \nAshley',
      'Tom Brooks',
      'Jimmy Cooney',
      'Sue \nDaniels',
      'Berlinda Fong',
      'Terry Jones',
      'Angelina Little',
      'Linda Smith',
    ],
    3,
    [day('2020-10-01'), false, true, true, true, true, true, false, true],
  ],
  ['DateFormats.xls', 4, ['US date', '2007-08-10 00:00:00'], 3, ['UK date', day('2007-08-10')]],
  ['Employee.xls', 3, ['', 'Employee Info'], 4, [null, 'Last name:', 'lastName']],
  [
    'ErrorTypes.xls',
    13,
    ['Error', 'Bang', 'Que', 'Non', 'Val', 'ErrType', 'Type', 'ISERR', 'ISNA', 'ErrTypeIsErr'],
    8,
    ['#N/A', '#N/A!', '#N/A?', '#N/A', 7, 7, 16, false, true, false],
  ],
  [
    'InlineStrings.xlsx',
    6,
    ['Numbers', 'Strings', 'Inline Strings', 'Formulas'],
    2,
    [12, 'A', '1st Inline String', 12],
  ],
  ['SampleSS.xls', 2, ['Test spreadsheet'], 4, ['This one is red']],
  ['SampleSS.xlsx', 2, ['Test spreadsheet'], 4, ['This one is red']],
  [
    'biff4_no_format_no_window2.xls',
    26,
    ['ID', 'TOTAL', 'MAIN', 'SUB'],
    2,
    ['A', 'DOG & CAT PRODUCTS', 'Dog & Cat Product'],
  ],
  ['chinese-provinces.xls', 3, ['Provinces in China', 'Chinese Name'], 4, ['Chongqing', '重庆市']],
  ['gold.xlsx', 5, ['Text', 'I am Text'], 4, ['Date', day('2016-05-17')]],
  ['invalid-xml.xlsx', 0, ['foo', 'bar'], 2, []],
  ['ragged.xls', 4, ['a', 'b', 'c'], 5, ['k', null, null, 'l']],
  [
    'testEXCEL_95.xls',
    17,
    ['Sample Excel Worksheet - Numbers and their Squares'],
    7,
    [null, 2, 4, null, 1.55],
  ],
];

const olderThanExcel97 = ['biff4_no_format_no_window2.xls', 'testEXCEL_95.xls'];

describe.skipIf(!present)(`spreadsheets of other programs${present ? '' : ' (../shared is absent)'}`, () => {
  it.each(known)('reads %s', async (name, count, header, line, cells) => {
    const sheet = await readInProcess(load(name));
    expect(sheet.header).toEqual(header);
    expect(sheet.rows).toHaveLength(count);
    expect(cellsAt(sheet, line) ?? []).toEqual(cells);
    if (olderThanExcel97.includes(name)) return;
    expect(sheet.rows.map((row) => row.cells)).toEqual(await readOtherwise(name));
  });

  it('reads a year of measurements', async () => {
    const sheet = await readSheet(load('AirQualityUCI.xlsx'));
    expect(sheet.header.slice(0, 4)).toEqual(['Date', 'Time', 'CO(GT)', 'PT08.S1(CO)']);
    expect(sheet.rows).toHaveLength(9357);
    expect(sheet.rows.map((row) => row.cells)).toEqual(await readOtherwise('AirQualityUCI.xlsx'));
    expect(sheet.rows[0]?.cells.slice(0, 4)).toEqual([
      day('2004-03-10'),
      day('1899-12-31T18:00:00'),
      2.6,
      1360,
    ]);
  });

  it('reads a file that LibreOffice wrote', async () => {
    const sheet = await readSheet(load('LONumbers.xls'));
    expect(cellsAt(sheet, 2)?.slice(0, 4)).toEqual(['GENERAL', 1, -1.2, 12.3]);
    expect(cellsAt(sheet, 3)?.slice(0, 2)).toEqual(['YY', day('1900-01-01')]);
  });

  it.each(Object.entries(refused))('refuses %s with %s', async (name, key) => {
    await expect(readSheet(load(name))).rejects.toMatchObject({ key });
  });

  it('has an expectation for every file of the folder', () => {
    const tested = [
      ...known.map(([name]) => name),
      ...Object.keys(refused),
      'AirQualityUCI.xlsx',
      'LONumbers.xls',
    ];
    expect(readdirSync(folder).sort()).toEqual(tested.sort());
  });
});

/**
 * The rows below the header as another implementation reads them, without empty rows and without trailing empty cells.
 */
async function readOtherwise(name: string): Promise<unknown[][]> {
  const bytes = new Uint8Array(load(name));
  const { sheets } = await (name.endsWith('.xls') ? readXls(bytes) : readXlsx(bytes));
  return Array.from(sheets[0]?.rows ?? [], (row) => {
    const cells = Array.from(row ?? [], (cell) => (cell === '' ? null : (cell ?? null)));
    return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);
  })
    .filter((cells) => cells.length > 0)
    .slice(1);
}
