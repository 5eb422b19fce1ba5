import { indexCode } from '@limpid/contract/map/indices';
import type { MapReferences } from '@limpid/contract/reference/references';
import { describe, expect, it } from 'vitest';
import { makeSnapshotScale } from '../sites/snapshot.fixture.ts';
import { readReferences } from './reference.ts';
import { drawReferenceHour } from './reference-hours.ts';
import { isComparable, shadeIndex, shadeReference } from './shade-reference.ts';
import { takeHour } from './use-station-hour.ts';

const none = { aqi: [null, null], primary: [0, 0] };
const response: MapReferences = {
  releases: [3_600_000, 7_200_000],
  stations: {
    code: ['1001A', '1002A'],
    name: ['West', 'North'],
    city: ['Town', ''],
    level: ['national', 'provincial'],
    longitude: [116.3, 116.2],
    latitude: [39.8, 40.2],
    release: [1, 0],
  },
  values: [
    [42, null],
    [80, 12],
    [null, null],
    [null, null],
    [0.7, null],
    [null, null],
  ],
  index: { china: { aqi: [61, 20], primary: [1, 0] }, us: none, europe: none, atmo: none },
};
const references = readReferences(response);
const [west, north] = references;
if (!west || !north) throw new Error('no stations');

const china = makeSnapshotScale('aqi');
const now = 7_200_000 + 600_000;

it('reads stations column by column, with ids outside those of sites', () => {
  expect(references.map(({ id }) => id)).toEqual([-1, -2]);
  expect(north).toMatchObject({ name: 'North', place: [116.2, 40.2], releasedAt: 3_600_000 });
  expect([...west.values]).toEqual([
    ['PM2.5', 42],
    ['PM10', 80],
    ['CO', 0.7],
  ]);
});

it('colours a station by its index or by the chosen channel', () => {
  expect(shadeReference(west, { scale: china, index: 'china' }, now)).toMatchObject({
    value: 61,
    level: 2,
    isStale: false,
  });
  const dust = shadeReference(west, { scale: makeSnapshotScale('PM2.5'), index: 'china' }, now);
  expect(dust).toMatchObject({ value: 42, name: 'Good' });
});

it('shows a dash on the map where the chosen index is not available', () => {
  const look = shadeReference(west, { scale: makeSnapshotScale('aqi', { index: 'us' }), index: 'us' }, now);
  expect(look).toMatchObject({ value: undefined, level: 0, isStale: true });
});

it('shows the Chinese index in the panel where the chosen one is not available', () => {
  const shaded = shadeIndex(
    west,
    { scale: makeSnapshotScale('aqi', { index: 'us' }), china, index: 'us' },
    now,
  );
  expect(shaded).toMatchObject({
    index: 'china',
    scale: { title: 'map.indices.china' },
    look: { value: 61 },
  });
});

it('shows a dash for unpublished values, fades old ones and leaves out unknown channels', () => {
  const shade = (scale: typeof china, at: number) => shadeReference(north, { scale, index: 'china' }, at);
  expect(shade(makeSnapshotScale('PM2.5'), now)).toMatchObject({ value: undefined, isStale: true });
  expect(shade(china, 3_600_000 + 3 * 3_600_000)).toMatchObject({ value: 20, isStale: false });
  expect(shade(china, 3_600_001 + 3 * 3_600_000)).toMatchObject({ value: 20, isStale: true });
  expect(shade(makeSnapshotScale('TEMP'), now)).toBeUndefined();
});

it('compares values only in the same unit', () => {
  expect(isComparable({ code: 'PM10', unit: 'μg/m³' })).toBe(true);
  expect(isComparable({ code: 'CO', unit: 'mg/m³' })).toBe(true);
  expect(isComparable({ code: 'CO', unit: 'ppm' })).toBe(false);
  expect(isComparable({ code: 'TSP', unit: 'µg/m³' })).toBe(false);
});

it('shows the hour of the time-lapse, and a dash where a station did not publish', () => {
  const hours = {
    hours: [0, 3_600_000],
    stations: {
      code: ['1001A', '1002A'],
      name: ['West', ''],
      longitude: [116.3, 116.2],
      latitude: [39.8, 40.2],
    },
    values: [
      [61, null],
      [160, 20],
    ],
  };
  const at = (moment: number) =>
    drawReferenceHour(hours, moment, china).map(({ id, look }) => [id, look.value, look.level, look.isStale]);
  expect(at(0)).toEqual([
    [-1, 61, 2, false],
    [-2, undefined, 0, true],
  ]);
  expect(at(3_600_000)).toEqual([
    [-1, 160, 3, false],
    [-2, 20, 1, false],
  ]);
  expect(at(7_200_000).every(([, , , isStale]) => isStale)).toBe(true);
});

describe('the panel of a station in the time-lapse', () => {
  const [hour, next] = [0, 3_600_000];
  const line = (channel: string, values: (number | null)[]) => ({
    code: '1001A',
    name: 'West',
    city: '',
    channel,
    zone: 'Asia/Shanghai',
    granularity: 'hour' as const,
    step: 3_600_000,
    count: values.length,
    ts: [hour, next],
    values,
  });
  const lines = [line('PM2.5', [10, 30]), line('CO', [null, 0.4]), line(indexCode, [20, 44])];
  const facts = { index: 'china', layer: 'aqi', drawn: undefined, lines } as const;

  it('shows the hour that plays, not the newest one', () => {
    const { releasedAt, values, indices } = takeHour(west, { ...facts, moment: hour });
    expect(releasedAt).toBe(next);
    expect([...values]).toEqual([['PM2.5', 10]]);
    expect(indices.china.aqi).toBe(20);
    expect(takeHour(west, { ...facts, moment: next }).values.get('CO')).toBe(0.4);
  });

  it('shows what the map is coloured by while nothing else is known', () => {
    const hours = {
      hours: [hour],
      stations: { code: ['1001A'], name: ['West'], longitude: [1], latitude: [1] },
      values: [[61]],
    };
    const [drawn] = drawReferenceHour(hours, hour, china);
    const { values, indices } = takeHour(west, { ...facts, moment: hour, drawn, lines: [] });
    expect([values.size, indices.china.aqi]).toEqual([0, 61]);
  });
});
