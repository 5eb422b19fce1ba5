import { expect, it } from 'vitest';
import { formatReportCell } from './format-cell.ts';

const number = { kind: 'number', decimals: 1 } as const;

it('a number has the decimals of its column, or its own', () => {
  expect(formatReportCell(35, number, 'en')).toBe('35.0');
  expect(formatReportCell({ value: 0.8, decimals: 2 }, number, 'en')).toBe('0.80');
  expect(formatReportCell(35.5, number, 'fr')).toBe('35,5');
  expect(formatReportCell(12_345, { kind: 'number', decimals: 0 }, 'en')).toBe('12,345');
  expect(formatReportCell(-2, number, 'en')).toBe('−2.0');
});

it('a missing value is a dash', () => {
  expect(formatReportCell(null, number, 'en')).toBe('—');
});

it('a day is written in the language of the report', () => {
  const date = { kind: 'date', decimals: 0 } as const;
  expect(formatReportCell('2026-10-05', date, 'en')).toBe('5 Oct 2026');
  expect(formatReportCell('2026-10-05', date, 'zh')).toBe('2026年10月5日');
  expect(formatReportCell('2026-10-05 13:00', date, 'fr')).toBe('5 oct. 2026 13:00');
  expect(formatReportCell('unknown', date, 'en')).toBe('unknown');
});
