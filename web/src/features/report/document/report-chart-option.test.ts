import type { ReportChart } from '@limpid/contract/report/document';
import { expect, it } from 'vitest';
import { plainLook } from '../../../charts/chart-look.fixture.ts';
import { reportChartOption, seriesColour } from './report-chart-option.ts';

const series = { name: 'PM2.5', channel: 'PM2.5', level: null, colour: '#1f6fd6', values: [10, null, 30] };
const chart: ReportChart = {
  key: 'particles',
  kind: 'line',
  title: '',
  unit: 'µg/m³',
  decimals: 0,
  categories: ['1', '2', '3'],
  series: [series],
  limits: [{ value: 75, label: 'Limit 75' }],
  alt: '',
};

it('the axis reaches the limits, which are lines with their label', () => {
  const option = reportChartOption(chart, 'en', plainLook);
  expect(option).toMatchObject({
    yAxis: { min: 0, max: 80 },
    series: [
      { type: 'line', data: [10, null, 30], connectNulls: false, markLine: { data: [{ yAxis: 75 }] } },
    ],
  });
});

it('the axis of a stack reaches the sums', () => {
  const level = { ...series, channel: null, level: 1 };
  const stack = { ...chart, kind: 'stack' as const, limits: [], series: [level, { ...level, level: 2 }] };
  const option = reportChartOption(stack, 'en', plainLook);
  expect(option).toMatchObject({ yAxis: { max: 60 }, series: [{ stack: 'all' }, { stack: 'all' }] });
});

it('a colour that is neither of a channel nor of a level is lighter in the dark', () => {
  const plain = { ...series, channel: null, colour: '#204060' };
  expect(seriesColour(plain, false)).toBe('#204060');
  expect(seriesColour(plain, true)).toBe('#90a0b0');
  expect(seriesColour({ ...plain, level: 1, colour: '#00e400' }, true)).toBe('#00e400');
  expect(seriesColour(series, true)).not.toBe(series.colour);
});
