import { expect, it } from 'vitest';
import { explainFlag } from './flag-mark.ts';

it('explains an inversion from the side of each channel', () => {
  const inversion = { test: 'relation', basis: 'hour', span: null } as const;
  const explain = (numbers: { value: number; low: number | null; high: number | null }) =>
    explainFlag({ ...inversion, ...numbers }, String);
  expect(explain({ value: 60, low: null, high: 50 })).toMatchObject({
    key: 'relation',
    params: { value: '60', high: '50' },
  });
  expect(explain({ value: 50, low: 60, high: null })).toMatchObject({
    key: 'contained',
    params: { value: '50', low: '60' },
  });
});
