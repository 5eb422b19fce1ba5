import { describe, expect, it } from 'vitest';
import { toChannel } from '../../../../air/channel.ts';
import { readSnapshot } from '../../sites/read-snapshot.ts';
import { snapshot, snapshotChannels } from '../../sites/snapshot.fixture.ts';
import { coversMarker, findHourWinds, findWinds, startArrow, thinOut } from './wind.ts';

const [dust] = snapshot.channels;
if (!dust) throw new Error('no channel');
const wind = { ...dust, code: 'WD', dataType: 'direction' };
const direction = toChannel(wind, false);
const windy = readSnapshot({
  ...snapshot,
  channels: [wind, { ...dust, code: 'WS' }],
  values: [
    [270, 90, null],
    [3.5, null, null],
  ],
  limits: { site: [], channel: [], value: [] },
  exceptions: { site: [], channel: [], ts: [], flag: [], outOfRange: [] },
});

it('points arrows downwind, for current values of sites with a place', () => {
  const at = (now: number) => findWinds(windy.values(), [direction], now);
  expect(at(7_260_000)).toEqual([{ place: [4.8, 45.7], heading: 90, speed: 3.5 }]);
  expect(at(7_260_000 + 3_600_000)).toEqual([]);
  expect(findWinds(windy.values(), snapshotChannels, 7_260_000)).toEqual([]);
});

it('draws no arrow for calm air', () => {
  const site = windy.get(7);
  if (!site) throw new Error('no site');
  const values = new Map(site.values).set('WS', { value: 0.2, ts: 7_200_000, flag: 'N' });
  expect(findWinds([{ ...site, values }], [direction], 7_260_000)).toEqual([]);
});

it('draws no arrow if the newest speed is old', () => {
  const site = windy.get(7);
  if (!site) throw new Error('no site');
  const values = new Map(site.values).set('WS', { value: 4, ts: 0, flag: 'N' });
  expect(findWinds([{ ...site, values }], [direction], 7_260_000)).toEqual([]);
});

describe('in the time-lapse', () => {
  const [first, second] = [3_600_000, 7_200_000];
  const hours = (...values: (number | null)[]) => ({
    hours: [first, second],
    sites: [7],
    values: values.map((value) => [value]),
  });
  const at = (moment: number, speed?: ReturnType<typeof hours>) =>
    findHourWinds(windy.values(), { direction: hours(90, 350), speed }, moment);

  it('shows the wind of the hour', () => {
    expect(at(first, hours(2, 6))).toEqual([{ place: [4.8, 45.7], heading: 270, speed: 2 }]);
    expect(at(second, hours(2, 6))).toEqual([{ place: [4.8, 45.7], heading: 170, speed: 6 }]);
  });

  it('shows the direction without a speed, and nothing for calm air or hours without data', () => {
    expect(at(first)).toEqual([{ place: [4.8, 45.7], heading: 270, speed: null }]);
    expect(at(first, hours(0.1, 6))).toEqual([]);
    expect(at(second + 3_600_000)).toEqual([]);
    expect(findHourWinds(windy.values(), { direction: hours(null, 1), speed: undefined }, first)).toEqual([]);
  });
});

it('draws one of several overlapping arrows', () => {
  const points = [
    { x: 5, y: 5 },
    { x: 20, y: 9 },
    { x: 50, y: 5 },
  ];
  expect(thinOut(points, 40)).toEqual([points[0], points[2]]);
});

it.each([0, 45, 90, 91, 135, 180, 225, 269, 270, 315])(
  'draws an arrow to %i° beside the marker, and never over the name below it',
  (heading) => {
    const length = 20;
    const along = [-startArrow(heading, length, 25), -startArrow(heading, length, 25) + length];
    const below = along.map((distance) => -distance * Math.cos((heading * Math.PI) / 180));
    expect(Math.max(...below)).toBeLessThan(1);
    expect(Math.min(...along.map(Math.abs))).toBeCloseTo(26);
  },
);

it('finds the arrows that would lie over a marker', () => {
  const arrow = [
    [0, 0],
    [0, -30],
  ] as const;
  expect(coversMarker(arrow, [[10, -15]], 22)).toBe(true);
  expect(coversMarker(arrow, [[0, -50]], 22)).toBe(true);
  expect(coversMarker(arrow, [[0, -53]], 22)).toBe(false);
  expect(coversMarker(arrow, [[23, -15]], 22)).toBe(false);
  expect(coversMarker(arrow, [], 22)).toBe(false);
});
