import { buffer } from 'node:stream/consumers';
import { read, type WorkBook } from '@e965/xlsx';
import type { ReportDocument, ReportTable } from '@limpid/contract/report/document';
import { readXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import { makeMonth, makeText } from '../month.fixture.ts';
import { renderWorkbook } from './render-workbook.ts';

const render = (document: ReportDocument) => buffer(renderWorkbook(document));
const readOther = (bytes: Buffer): WorkBook =>
  read(bytes, { type: 'buffer', dense: true, cellDates: true, UTC: true, cellNF: true });
const readRows = async (bytes: Buffer) => {
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  return new Map(sheets.map(({ name, rows }) => [name, rows]));
};

describe('a report as a workbook', () => {
  it('has the cover and a sheet for each section with tables, in the language of the report', async () => {
    const bytes = await render(makeMonth('fr'));
    const names = [
      'Synthèse',
      'Concentrations du mois',
      'Résultats quotidiens',
      'Concentrations horaires',
      'Classement des sites',
    ];
    expect([...(await readRows(bytes)).keys()]).toEqual(names);
    expect(readOther(bytes).SheetNames).toEqual(names);
  });

  it('has the texts, facts and figures of the report on its cover', async () => {
    const rows = (await readRows(await render(makeMonth('en')))).get('Overview')?.flat();
    for (const text of [
      'Monthly air-quality report',
      'Organisation',
      'Wang Jianguo (王建国)',
      '28.4 µg/m³',
      '97.6% valid',
    ])
      expect(rows).toContain(text);
  });

  it('has numbers, dates and empty cells as such, and marks beside their values', async () => {
    const bytes = await render(makeMonth('en'));
    const rows = await readRows(bytes);
    expect(
      rows
        .get('Daily results')
        ?.slice(0, 2)
        .map((row) => row.slice(0, 4)),
    ).toEqual([
      ['Date', 'PM₂.₅ (µg/m³)', 'Remark (PM₂.₅)', 'PM₁₀ (µg/m³)'],
      [new Date('2026-03-01T00:00:00Z'), 0, null, 89],
    ]);
    expect(rows.get('Daily results')?.[14]?.[2]).toBe('too few valid hours');
    expect(rows.get('Daily results')?.[13]?.[3]).toBeNull();
    const cells = readOther(bytes).Sheets['Concentrations of the month']?.['!data'];
    expect(cells?.[2]?.[1]).toMatchObject({ t: 'n', v: 55.3, z: '#,##0.0' });
    expect(cells?.[5]?.[3]).toMatchObject({ t: 'n', v: 0.123, z: '#,##0.000' });
  });

  it('is set up for printing: head, area, title rows and pages across', async () => {
    const bytes = await render(makeMonth('zh'));
    const sheet = (await readXlsx(new Uint8Array(bytes))).sheets.find(({ name }) => name === '站点排名');
    expect(sheet?.freezePane?.rows).toBe(1);
    expect(sheet?.pageSetup).toMatchObject({ orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 });
    const names = readOther(bytes).Workbook?.Names?.filter((name) => name.Ref.includes('站点排名'));
    expect(names).toMatchObject([
      { Name: '_xlnm.Print_Area', Ref: "'站点排名'!$A$1:$N$46" },
      { Name: '_xlnm.Print_Titles', Ref: "'站点排名'!$1:$1" },
    ]);
  });

  it('puts short tables of a section on one sheet, and long ones on their own', async () => {
    const tables = [makeTable('One', 3), makeTable('Two', 3), makeTable('Long', 61)];
    const rows = await readRows(await render(withTables(tables)));
    expect([...rows.keys()].slice(1)).toEqual(['Section', 'Long']);
    expect(
      rows
        .get('Section')
        ?.map(([first]) => first ?? '')
        .join(' '),
    ).toBe('Section  One Text x x x  Two Text x x x');
    expect(rows.get('Long')).toHaveLength(62);
  });

  it('gives sheets of the same title different names', async () => {
    const rows = await readRows(await render(withTables([makeTable('a/B', 61), makeTable('A b', 61)])));
    expect([...rows.keys()].slice(1)).toEqual(['a B', 'A b 2']);
  });

  it('keeps spreadsheet programs from running a text as a formula', async () => {
    const hostile = '=HYPERLINK("http://a.example")';
    const bytes = await render({
      ...withTables([makeTable('One', 1, hostile)]),
      title: hostile,
      warnings: [hostile],
    });
    for (const [, rows] of await readRows(bytes))
      for (const cell of rows.flat()) expect(String(cell)).not.toMatch(/^=/);
    const formulas = Object.values(readOther(bytes).Sheets).flatMap((sheet) => sheet['!data']?.flat() ?? []);
    expect(formulas.filter((cell) => cell?.f !== undefined)).toEqual([]);
  });

  it('gives the same bytes for the same report', async () => {
    const [one, two] = await Promise.all([render(makeMonth('zh')), render(makeMonth('zh'))]);
    expect(one.equals(two)).toBe(true);
  });

  it('is a cover if there are no sections', async () => {
    expect([...(await readRows(await render({ ...makeMonth('en'), sections: [] }))).keys()]).toEqual([
      'Overview',
    ]);
  });
});

function withTables(tables: ReportTable[]): ReportDocument {
  return { ...makeMonth('en'), sections: [{ ...makeText('Section', []), tables }] };
}

function makeTable(title: string, rows: number, text = 'x'): ReportTable {
  const column = { title: 'Text', unit: null, kind: 'text' as const, decimals: 0, width: 1 };
  const cells = Array.from({ length: rows }, () => [text]);
  return { key: title, title, columns: [column], rows: cells, marks: [], notes: [], detail: false };
}
