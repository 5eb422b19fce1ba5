import { expect, it } from 'vitest';
import type { Channel } from '../../../air/channel.ts';
import { pickLines, readChartChoice, toggleLine, writeChartChoice } from './chart-choice.ts';

const channel = (code: string, unit: string): Channel => ({
  code,
  unit,
  name: code,
  decimals: 0,
  dataType: 'number',
  steps: [],
  meanings: [],
});
const measured = [
  channel('PM2.5', 'µg/m³'),
  channel('PM10', 'µg/m³'),
  channel('SO2', 'µg/m³'),
  channel('CO', 'mg/m³'),
  channel('TEM', '°C'),
];

it.each([
  ['the usual ones', [], 'aqi', ['PM2.5', 'PM10']],
  ['what the map is coloured by', [], 'CO', ['CO']],
  ['chosen ones in their order', ['TEM', 'SO2'], 'CO', ['TEM', 'SO2']],
  ['the usual ones if none of the chosen is measured', ['Noise'], 'Noise', ['PM2.5', 'PM10']],
  ['four at most', ['TEM', 'CO', 'SO2', 'PM10', 'PM2.5'], 'aqi', ['TEM', 'CO', 'SO2', 'PM10']],
])('shows %s', (_, chosen, layer, expected) => {
  expect(pickLines(measured, chosen, layer).map(({ code }) => code)).toEqual(expected);
});

it.each([
  [['A'], 'B', ['A', 'B']],
  [['A', 'B'], 'A', ['B']],
  [['A'], 'A', ['A']],
  [['A', 'B', 'C', 'D'], 'E', ['B', 'C', 'D', 'E']],
])('changes %j by %s to %j', (shown, code, expected) => {
  expect(toggleLine(shown, code)).toEqual(expected);
});

it.each([
  ['', { codes: [], period: 'day' }],
  ['channels=PM2.5,O3&period=week', { codes: ['PM2.5', 'O3'], period: 'week' }],
  ['channels=,,A,A&period=century', { codes: ['A'], period: 'day' }],
  ['channels=A,B,C,D,E', { codes: ['A', 'B', 'C', 'D'], period: 'day' }],
])('reads the address %j', (text, choice) => {
  expect(readChartChoice(new URLSearchParams(text))).toEqual(choice);
});

it('writes an address that reads the same, and keeps its other parts', () => {
  const written = writeChartChoice(
    { codes: ['A', 'B'], period: 'month' },
    new URLSearchParams('lan=fr&period=x'),
  );
  expect(readChartChoice(written)).toEqual({ codes: ['A', 'B'], period: 'month' });
  expect(written.get('lan')).toBe('fr');
  expect(writeChartChoice({ codes: [], period: 'day' }, written).toString()).toBe('lan=fr');
});
