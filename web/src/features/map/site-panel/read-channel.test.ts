import { expect, it } from 'vitest';
import type { Step } from '../../../lib/level.ts';
import { readSnapshot } from '../read-snapshot.ts';
import { snapshot } from '../snapshot.fixture.ts';
import { readChannel, writeWhole } from './read-channel.ts';

const [particles, temperature] = snapshot.channels;
const steps: Step[] = [
  { upTo: 42, fill: '#00e400', ink: '#000000', name: 'Excellent' },
  { upTo: null, fill: '#ffff00', ink: '#000000', name: 'Good' },
];

function read(siteId: number, channel = particles, now = 7_200_000) {
  const site = readSnapshot(snapshot).get(siteId);
  if (!site || !channel) throw new Error('The fixture has changed.');
  return readChannel(site, channel, steps, now, 'fr');
}

it('the number that is shown decides the level', () => {
  expect(read(7)).toMatchObject({
    text: '42',
    unit: 'µg/m³',
    step: { name: 'Excellent' },
    problems: ['limit'],
  });
});

it('a flag is told, an invalid value is a dash, and what is missing is not there', () => {
  expect(read(10)).toMatchObject({ text: '—', problems: ['D'], step: undefined });
  expect(read(11)).toBeUndefined();
});

it('what has fallen behind says how old it is', () => {
  expect(read(7)?.staleFor).toBeUndefined();
  expect(read(7, temperature, 7_400_000)).toMatchObject({ text: '21,5', staleFor: 300 });
});

it('a wind is a point of the compass with its degrees', () => {
  const wind = {
    code: 'WD',
    name: 'Vent',
    unit: '°',
    decimals: 0,
    dataType: 'direction',
    bands: [],
  };
  expect(writeWhole(225, wind, 'fr')).toBe('SO 225°');
});
