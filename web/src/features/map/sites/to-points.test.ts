import { describe, expect, it } from 'vitest';
import type { SiteValue } from '../../../air/site-value.ts';
import type { SitePoint } from '../../../map/map.ts';
import { makeBuildFeatures } from '../../../map/maplibre/site-source.ts';
import { rankSite } from '../../../map/marker-weight.ts';
import type { MapSite } from '../map-site.ts';
import { type Scale, shadeSite } from '../scale/shade.ts';
import { readSnapshot } from './read-snapshot.ts';
import { makeSnapshotScale, snapshot, snapshotChannels } from './snapshot.fixture.ts';
import { makeDrawPoints } from './to-points.ts';

const ring = (rank: number) => ({ rank, color: '#ad5700', ink: '#ffffff' });
const rings = { info: ring(1), minor: ring(2), major: ring(3), critical: ring(4) };
const scale = makeSnapshotScale('aqi', { colourBlindSafe: true });
const shown = [...readSnapshot(snapshot).values()].map((site) => ({
  site,
  look: shadeSite(site, scale, 7_260_000),
}));

const drawing = { scale, language: 'en', mark: 'Simulated', rings, saysLevel: false };
const toPoints = makeDrawPoints(drawing);

it('draws sites with a place, with their number and, for the safe palette, their level', () => {
  const plain = toPoints(shown);
  expect(plain.map(({ id, text, isStale }) => [id, text, isStale])).toEqual([
    [7, '61', false],
    [11, '—', true],
  ]);
  expect(makeDrawPoints({ ...drawing, saysLevel: true })(shown)[0]?.text).toBe('61\u00a0②');
});

describe('a cluster', () => {
  const now = 7_260_000;
  const [gate] = [...readSnapshot(snapshot).values()];
  if (!gate?.indices) throw new Error('no site with an index');
  const { indices } = gate;
  let lastId = 100;
  const withIndex = (aqi: number | null, changes: Partial<MapSite> = {}): MapSite => ({
    ...gate,
    siteId: lastId++,
    indices: aqi === null ? null : { ...indices, china: { ...indices.china, aqi } },
    ...changes,
  });
  const withValues = (values: Record<string, number>, changes: Partial<MapSite> = {}): MapSite => {
    const read = Object.entries(values).map(([code, value]): [string, SiteValue] => [
      code,
      { value, ts: 7_200_000, flag: 'N' },
    ]);
    return withIndex(null, { ...changes, values: new Map(read) });
  };
  const draw = (sites: readonly MapSite[], on: Scale) =>
    makeDrawPoints({ ...drawing, scale: on })(
      sites.map((site) => ({ site, look: shadeSite(site, on, now) })),
    );
  /** The number of the site that represents the others, on both kinds of maps, in any order. */
  const represent = (sites: readonly MapSite[], on: Scale = makeSnapshotScale('aqi')) => {
    const found = [sites, sites.toReversed()].flatMap((some) => {
      const points = draw(some, on);
      const first = points.reduce((one, other) => (rankSite(other) > rankSite(one) ? other : one));
      return [first.text, readGreatest(points)];
    });
    expect(new Set(found).size).toBe(1);
    return found[0];
  };
  const readGreatest = (points: readonly SitePoint[], build = makeBuildFeatures()) => {
    const looks = build(points, 'light').features.map(({ properties }) => properties?.['worst']);
    return looks.toSorted().at(-1)?.split('|').at(-1);
  };
  const [dust] = snapshotChannels;
  if (!dust) throw new Error('no channel');
  const withOzone = { ...makeSnapshotScale('aqi'), substitutes: [dust, { ...dust, code: 'O3' }] };

  it('shows the highest index, by level and then by value', () => {
    expect(represent([withIndex(99), withIndex(100), withIndex(9)])).toBe('100');
    expect(represent([withIndex(0), withIndex(null, { values: new Map() })])).toBe('0');
  });

  it('follows a site whose index rises and falls', () => {
    const [site, other] = [withIndex(40), withIndex(60)];
    const shownAt = (aqi: number) => ({ ...site, indices: { ...indices, china: { ...indices.china, aqi } } });
    const drawAll = makeDrawPoints({ ...drawing, scale: makeSnapshotScale('aqi') });
    const build = makeBuildFeatures();
    const texts = [40, 90, 30].map((aqi) => {
      const sites = [shownAt(aqi), other].map((one) => ({ site: one, look: shadeSite(one, scale, now) }));
      return readGreatest(drawAll(sites), build);
    });
    expect(texts).toEqual(['60', '90', '60']);
  });

  it('shows an index, however low, before the value of a pollutant', () => {
    expect(represent([withIndex(1), withValues({ 'PM2.5': 400 })])).toBe('1');
  });

  it('shows the current value of a pollutant before all old values', () => {
    const old = withIndex(480, { state: 'off' });
    expect(represent([withValues({ 'PM2.5': 5 }), old])).toBe('5');
    expect(represent([withValues({ 'PM2.5': 5 }), withIndex(null, { state: 'off' })])).toBe('5');
    expect(represent([withIndex(3), old])).toBe('3');
  });

  it('compares the values of one pollutant, the most important one', () => {
    expect(represent([withValues({ 'PM2.5': 9 }), withValues({ 'PM2.5': 100 })])).toBe('100');
    expect(represent([withValues({ 'PM2.5': 9 }), withValues({ O3: 180 })], withOzone)).toBe('9');
  });

  it('shows the highest old value before a site without any', () => {
    const silent = withIndex(null, { state: 'off' });
    expect(represent([silent, withIndex(61, { state: 'off' }), withIndex(9, { state: 'off' })])).toBe('61');
  });

  it.each([
    [[-12.3, -2.1], '−2.1'],
    [[-20, -15.5], '−15.5'],
    [[-0.4, 0], '0.0'],
    [[0, 3], '3.0'],
    [[101_300, 101_325.5], '101325.5'],
  ])('shows the highest of values below and above zero: of %j %s', (values, highest) => {
    const sites = values.map((TEMP) => withValues({ TEMP }));
    expect(represent(sites, makeSnapshotScale('TEMP'))).toBe(highest);
    const old = withValues({ TEMP: 30 }, { state: 'off' });
    expect(represent([old, ...sites], makeSnapshotScale('TEMP'))).toBe(highest);
  });
});

it('weighs values without an order alike', () => {
  const points = makeDrawPoints({ ...drawing, scale: { ...scale, isOrdered: false } })(shown);
  expect(points.map(({ weight }) => weight)).toEqual([1, 0]);
});

it('marks simulated sites in their name', () => {
  const made = shown.map(({ site, look }) => ({ site: { ...site, isSimulated: site.siteId === 7 }, look }));
  const points = makeDrawPoints(drawing)(made);
  expect(points.map(({ name }) => name.endsWith(' (Simulated)'))).toEqual([true, false]);
});

it('draws the highest severity of the active alarms of a site', () => {
  const alarms = { siteId: 7, severity: 'critical' as const, count: 2, unacknowledged: 1 };
  const alarmed = shown.map((one) => (one.site.siteId === 7 ? { ...one, alarms } : one));
  const points = toPoints(alarmed);
  expect(points.map(({ alarm }) => alarm?.rank)).toEqual([4, undefined]);
});

it('keeps the point of a site that looks as before, and draws its alarm when that comes and goes', () => {
  const alarms = { siteId: 7, severity: 'minor' as const, count: 1, unacknowledged: 1 };
  const [first, other] = toPoints(shown);
  const [alarmed, same] = toPoints(shown.map((one) => (one.site.siteId === 7 ? { ...one, alarms } : one)));
  expect(same).toBe(other);
  expect([first?.alarm, alarmed?.alarm?.rank, toPoints(shown)[0]?.alarm]).toEqual([undefined, 2, undefined]);
});
