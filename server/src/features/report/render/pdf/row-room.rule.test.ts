import type { ReportTable } from '@limpid/contract/report/document';
import { expect, it } from 'vitest';
import { makeRowRoom } from './row-room.rule.ts';

const makeTable = (rows: number, cell: string | number, marks = 0): ReportTable => ({
  key: 'table',
  title: null,
  columns: [],
  rows: Array.from({ length: rows }, () => [cell, cell]),
  marks: Array.from({ length: marks }, (_, row) => ({ row, column: 0, mark: 'few' })),
  notes: [],
  detail: false,
});

it('cuts the table that does not fit, and leaves later ones a beginning', () => {
  const countRows = makeRowRoom(100);
  expect([countRows(makeTable(30, 1)), countRows(makeTable(30, 1)), countRows(makeTable(30, 1))]).toEqual([
    30, 20, 10,
  ]);
});

it('counts marks, lowered digits and long texts as more cells', () => {
  expect(makeRowRoom(100)(makeTable(90, 1, 90))).toBe(28);
  expect(makeRowRoom(100)(makeTable(90, 'PM₁₀'))).toBe(20);
  expect(makeRowRoom(100)(makeTable(90, 'x'.repeat(85)))).toBe(16);
});
