import { expect, it } from 'vitest';
import { toChannel } from './channel.ts';
import { describeValue, formatWithUnit } from './describe-value.ts';

const dust = toChannel(
  {
    code: 'PM2.5',
    gbCode: 'a34004',
    name: 'Fine particles',
    unit: 'µg/m³',
    decimals: 0,
    dataType: 'number',
    bands: [
      { upTo: 35, colour: '#00e400', name: 'Excellent' },
      { upTo: null, colour: '#ffff00', name: 'Good' },
    ],
  },
  false,
);
const wind = { ...dust, dataType: 'direction', unit: '°', steps: [] };
const gate = { ...dust, dataType: 'switch', unit: '', meanings: [{ value: 1, name: 'open' }] };
const at = (value: number | null, flag = 'N') => ({ ts: 0, value, flag });

it('gives a value the decimals of its channel and the level of the shown number', () => {
  expect(describeValue(dust, at(35.4), 'en')).toMatchObject({ text: '35', step: { name: 'Excellent' } });
  expect(describeValue(dust, at(35.6), 'en')).toMatchObject({ text: '36', step: { name: 'Good' } });
  expect(describeValue({ ...dust, decimals: 2 }, at(1234.5), 'fr').text).toBe('1234,50');
});

it('rounds a value once, from all its digits', () => {
  expect(describeValue(dust, at(35.496), 'en')).toMatchObject({ text: '35', step: { name: 'Excellent' } });
});

it('marks a value above a limit if it is shown as more than the limit', () => {
  const limit = { channel: dust.code, value: 35 };
  const problemsOf = (value: number) => describeValue(dust, at(value), 'en', limit).problems;
  expect([35, 35.496, 35.5].map(problemsOf)).toEqual([[], [], ['limit']]);
  expect(describeValue(dust, at(36), 'en', { ...limit, channel: 'PM10' }).problems).toEqual([]);
});

it('shows zero as a value, and an invalid value as a dash with its reason', () => {
  expect(describeValue(dust, at(0), 'en')).toMatchObject({ text: '0', problems: [] });
  expect(describeValue(dust, at(null, 'D'), 'en')).toMatchObject({ text: '—', unit: '', problems: ['D'] });
  expect(describeValue(dust, at(null), 'en')).toMatchObject({ text: '—', problems: ['invalid'] });
  expect(describeValue(dust, at(12, 'S'), 'en')).toMatchObject({ text: '12', problems: ['S'] });
  const limit = { channel: dust.code, value: 11 };
  expect(describeValue(dust, at(12), 'en', limit)).toMatchObject({ text: '12', problems: ['limit'] });
  expect(describeValue(dust, at(11), 'en', limit)).toMatchObject({ problems: [] });
  const storm = { ...at(null, 'T'), outOfRange: 12_345.4 };
  expect(describeValue(dust, storm, 'en')).toMatchObject({ text: '12345', problems: ['range', 'T'] });
});

it('shows a wind direction as a compass point with degrees, and a switch by its meaning', () => {
  expect(describeValue(wind, at(225), 'fr')).toMatchObject({ text: 'SO', unit: '225°' });
  expect(describeValue(wind, at(350), 'zh')).toMatchObject({ text: '北' });
  expect(describeValue(gate, at(1), 'en')).toMatchObject({ text: 'open', unit: '' });
  expect(describeValue(gate, at(2), 'en').text).toBe('2');
});

it('adds the unit to a value, and the degrees to a wind direction', () => {
  expect(formatWithUnit(12, dust, 'en')).toBe('12 µg/m³');
  expect(formatWithUnit(225, wind, 'fr')).toBe('SO 225°');
  expect(formatWithUnit(1, gate, 'en')).toBe('1');
});
