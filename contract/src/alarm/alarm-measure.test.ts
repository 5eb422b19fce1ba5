import { expect, it } from 'vitest';
import { measureOf } from './alarm-measure.ts';

const channel = { unit: 'µg/m³', decimals: 3 };

it.each([
  ['a limit', { alarmType: 'limit', ...channel, limitValue: 150 }, 'µg/m³', 3],
  ['a flat line', { alarmType: 'quality', ...channel, limitValue: null }, 'h', 0],
  ['invalid values', { alarmType: 'quality', limitValue: 20 }, '%', 1],
  ['a supply voltage', { alarmType: 'power', limitValue: 11 }, 'V', 1],
  ['a switch of the power supply', { alarmType: 'power', unit: 'A', decimals: 0, limitValue: 1 }, 'A', 0],
  ['a silent station', { alarmType: 'offline' }, null, null],
])('values of an alarm about %s have their unit', (_, alarm, unit, decimals) => {
  expect(measureOf(alarm)).toEqual({ unit, decimals });
});
