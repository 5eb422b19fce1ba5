import { HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { describeFlagSummary } from '../../quality/quality.api.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';
import { linearScale } from '../averaging-scale.rule.ts';
import { makeSiteRoses } from './rose.rule.ts';
import { makeRoseSheet } from './rose-sheet.ts';

const channel = {
  code: 'PM10',
  channelName: 'PM10',
  channelNameEn: 'PM10',
  channelNameFr: null,
  unit: 'µg/m³',
  decimals: 0,
} as unknown as StoredChannel;

const series = (values: readonly number[]) => ({
  at: values.map((_, n) => n * HOUR_MS),
  values: [...values],
  covered: values.map(() => 3600),
});

it('exports what the tables of the screen show: classes, totals with means, and calm hours of every chart', () => {
  const wind = {
    direction: series([90, 90, 0, 0]),
    speed: series([3, 5, 0.2, 0.2]),
    value: series([40.26, 60.3, 100, 110]),
  };
  const facts = { decimals: 0, scale: linearScale, bounds: [50], now: 100 * HOUR_MS };
  const spike = { hours: 2, notCounted: 1, rules: [{ rule: 'Spike', ruleEn: null, ruleFr: null, hours: 2 }] };
  const flags = { wind: null, pollution: spike };
  const roses = { zone: 'UTC', ...makeSiteRoses(wind, facts), lacking: [], flags };
  const { columns, rows } = makeRoseSheet(roses, channel, 'en');
  expect(columns.slice(-2).map(({ header }) => header)).toEqual(['Mean PM10 (µg/m³)', 'Flags']);
  const flagged = new Map((rows as unknown[][]).map((row) => [row[0], row.at(-1)]));
  expect(flagged.get('Wind rose')).toBe(describeFlagSummary(null, 'en'));
  for (const chart of ['Pollution rose', 'Polar plot']) expect(flagged.get(chart)).toContain('Spike');
  const lines = (rows as unknown[][]).map((row) => row.slice(0, -1));
  const listed = (chart: string, name: string) =>
    lines.filter(([one, from]) => one === chart && from === name).map((row) => row.slice(2));
  expect(listed('Pollution rose', 'E')).toEqual([
    [90, 'up to 50', null, null, null, 50, 1, 25, null],
    [90, 'above 50', null, null, 50, null, 1, 25, null],
    [90, 'All classes', null, null, null, null, 2, 50, 50],
  ]);
  expect(listed('Pollution rose', 'Calm').at(-1)).toEqual([
    null,
    'All classes',
    null,
    null,
    null,
    null,
    2,
    50,
    105,
  ]);
  expect(listed('Wind rose', 'E').at(1)).toEqual([90, '2 – 4', 2, 4, null, null, 1, 25, null]);
  expect(listed('Wind rose', 'Calm').at(-1)?.slice(6)).toEqual([2, 50, 105]);
  expect(listed('Polar plot', 'Calm')).toEqual([[null, null, null, null, null, null, 2, 50, 105]]);
  expect(lines.filter(([chart]) => chart === 'Polar plot')).toHaveLength(
    (roses.polar?.cells.length ?? 0) + 1,
  );
});
