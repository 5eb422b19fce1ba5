import { expect, it } from 'vitest';
import { listTrendRows } from './trend-rows.rule.ts';

const flags = {
  hours: 2,
  notCounted: 1,
  rules: [{ rule: 'spike', ruleEn: null, ruleFr: null, hours: 2 }],
};
const group = { group: 1, count: 4, mean: 12, lower: 10, upper: 14 };
const period = {
  from: '2026-11-02',
  to: '2026-11-08',
  hours: 4,
  validDays: 1,
  dropped: 0,
  running: 0,
  byHour: [group, group],
  byWeekHour: [{ ...group, group: 32 }],
  byWeekday: [group],
  byMonth: [group],
  flags,
  flagged: { byHour: [{ group: 1, flags }], byWeekHour: [], byWeekday: [], byMonth: [] },
};
const month = {
  month: '2026-11',
  mean: 12,
  validDays: 28,
  valid: true,
  levels: [1, 2, 3, 4, 5, 6],
  withoutIndex: 7,
  flags,
};
const trend = {
  count: 30,
  slope: -1.2,
  lower: -2,
  upper: -0.4,
  p: 0.01,
  isSignificant: true,
  line: [11],
  wedgeLow: [10],
  wedgeHigh: [12],
  adjusted: [11.5],
};

const groupParts = ['byHour', 'byHour', 'byWeekHour', 'byWeekday', 'byMonth'];

it('lists groups of both periods, months and the slope, each with all columns', () => {
  const rows = listTrendRows({
    zone: 'UTC',
    period,
    compared: { ...period, from: '2026-10-26', to: '2026-11-01' },
    longTerm: { months: [month], trend },
  });
  expect(rows.map(({ part }) => part)).toEqual([...groupParts, ...groupParts, 'months', 'slope']);
  expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
  expect(rows[2]?.group).toBe('2 08:00');
  expect(rows.map((row) => row.flags !== null).flatMap((isFlagged, n) => (isFlagged ? [n] : []))).toEqual([
    0, 1, 5, 6, 10,
  ]);
  expect(rows[10]).toMatchObject({
    group: '2026-11',
    line: 11,
    adjusted: 11.5,
    levels: [1, 2, 3, 4, 5, 6, 7],
  });
  expect(rows[11]).toMatchObject({ from: '2026-11', mean: -1.2, lower: -2, upper: -0.4 });
});

it('has no slope without a trend', () => {
  const rows = listTrendRows({
    zone: 'UTC',
    period,
    compared: null,
    longTerm: { months: [month], trend: null },
  });
  expect(rows.map(({ part }) => part)).toEqual([...groupParts, 'months']);
  expect(rows.at(-1)).toMatchObject({ line: null, adjusted: null });
});
