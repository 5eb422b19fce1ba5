import { describe, expect, it } from 'vitest';
import type { SitePoint } from '../map.ts';
import { readLook } from '../marker-picture.ts';
import { rankLength, weighMarker } from '../marker-weight.ts';
import { diffFeatures, makeBuildFeatures, pickFeature } from './site-source.ts';

const site = (changes: Partial<SitePoint>): SitePoint => ({
  id: 1,
  position: [116.4, 39.9],
  name: '站点',
  text: '35',
  fill: 'rgb(0, 228, 0)',
  ink: '#1f2d3d',
  weight: 10_035,
  ...changes,
});
const toFeatures = makeBuildFeatures();
/** The rank and the look. */
const worstOf = (feature: GeoJSON.Feature | undefined) => String(feature?.properties?.['worst']);
const orderOf = (feature: GeoJSON.Feature | undefined) => worstOf(feature).slice(0, rankLength);
const lookOf = (feature: GeoJSON.Feature | undefined) => worstOf(feature).slice(rankLength);
const only = (changes: Partial<SitePoint>) => toFeatures([site(changes)], 'dark').features[0];

describe('sites on the map', () => {
  it('have the look from which their image is drawn', () => {
    expect(readLook(`${lookOf(only({ isReference: true }))}||0|1`)).toEqual({
      shape: 'square',
      stale: undefined,
      fill: 'rgb(0, 228, 0)',
      ink: '#1f2d3d',
      text: '35',
      alarm: undefined,
      alarms: 0,
      count: 1,
    });
    expect(readLook(`${lookOf(only({ isStale: true }))}||0|3`)).toMatchObject({
      stale: 'dark',
      count: 3,
    });
  });

  it('have the same order as texts and as numbers', () => {
    const values = [-40, -3.5, -3, 0, 0.000_001, 9, 10, 101_325];
    const levels = [-6, -1, 0, 1, 12].flatMap((level) => values.map((value) => weighMarker(level, value)));
    const weights = [0, 1, ...levels];
    const orders = [true, false].flatMap((isStale) =>
      weights.map((weight) => orderOf(only({ weight, isStale }))),
    );
    expect([...new Set(orders)].sort()).toEqual(orders);
    expect(orders.filter((order) => order.length !== rankLength)).toEqual([]);
    expect(orders.map(Number).filter((rank) => !Number.isSafeInteger(rank))).toEqual([]);
  });

  it('have the number of sites at their point, and so has the selected one', () => {
    const sites = [site({}), site({ id: 2 }), site({ id: 3, position: [1, 2] })];
    const counts = toFeatures(sites, 'light').features.map(({ properties }) => properties?.['overlapping']);
    expect(counts).toEqual([2, 2, undefined]);
    const picked = pickFeature([...sites, site({ id: -1, isReference: true })], 2, 'light').features;
    expect(picked.map(({ id, properties }) => [id, properties?.['overlapping']])).toEqual([[2, 2]]);
    expect(pickFeature(sites, null, 'light').features).toEqual([]);
  });

  it('are drawn once at each point, as the site that weighs most', () => {
    const covered = (sites: SitePoint[]) =>
      toFeatures(sites, 'light').features.map(({ properties }) => properties?.['covered']);
    const [low, high] = [site({ weight: 5 }), site({ id: 2, weight: 7 })];
    expect(covered([low, high, site({ id: 3, position: [1, 2] })])).toEqual([1, undefined, undefined]);
    expect(covered([low, { ...high, isStale: true }])).toEqual([undefined, 1]);
    // The first of two that weigh the same, and the feature follows when the other one is gone.
    expect(covered([high, { ...high, id: 4 }])).toEqual([undefined, 1]);
    expect(covered([low])).toEqual([undefined]);
  });

  it('have their alarm, and at one point the highest of all', () => {
    const ring = (rank: number) => ({ rank, color: 'rgba(0, 0, 0, 0.6)', ink: '#fff' });
    const sites = [site({ alarm: ring(2) }), site({ id: 2, alarm: ring(4) }), site({ id: 3 })];
    const { features } = toFeatures([...sites, site({ id: 4, position: [1, 2] })], 'light');
    const facts = features.map(({ properties }) => [properties?.['inAlarm'], properties?.['alarmsHere']]);
    expect(facts).toEqual([
      [1, 2],
      [1, 2],
      [0, 2],
      [undefined, undefined],
    ]);
    const alarm = features[2]?.properties?.['alarm'];
    expect(readLook(`${lookOf(features[2])}|${alarm}|2|3`)).toMatchObject({
      alarm: ring(4),
      alarms: 2,
      count: 3,
    });
    expect(features[3]?.properties).not.toHaveProperty('alarm');
  });

  it('say on which side of another marker they are drawn', () => {
    const besides = (['above', 'below', undefined] as const).map((beside) => only({ beside })?.properties);
    expect(besides.map((properties) => properties?.['beside'])).toEqual([1, -1, undefined]);
  });

  it('keep their feature while they are drawn as before', () => {
    const [one, two] = [site({}), site({ id: 2 })];
    const [first] = toFeatures([one], 'light').features;
    expect(toFeatures([one], 'light').features[0]).toBe(first);
    expect(toFeatures([one, two], 'light').features[0]?.properties).toMatchObject({ overlapping: 2 });
    const stale = site({ isStale: true });
    const [light, dark] = (['light', 'dark'] as const).map((theme) =>
      lookOf(toFeatures([stale], theme).features[0]),
    );
    expect(light).not.toBe(dark);
  });

  it.each([
    [180, 0],
    [-180, 12],
    [0, 90],
    [0, -90],
  ])('are clamped to the map at %d, %d', (longitude, latitude) => {
    const { geometry } = only({ position: [longitude, latitude] }) ?? {};
    expect(geometry?.type === 'Point' && Math.abs(geometry.coordinates[1] ?? 99)).toBeLessThanOrEqual(85);
  });

  it.each([
    [Number.NaN, 0],
    [200, 0],
    [0, 91],
    [0, Number.NaN],
  ])('are left out at %d, %d', (longitude, latitude) =>
    expect(only({ position: [longitude, latitude] })).toBeUndefined(),
  );
});

describe('the changes of sites', () => {
  const many = (count: number, changes: (id: number) => Partial<SitePoint> = () => ({})) =>
    toFeatures(
      Array.from({ length: count }, (_, at) => site({ id: at + 1, position: [at, at], ...changes(at + 1) })),
      'light',
    );
  const ids = (features: GeoJSON.Feature[] = []) => features.map(({ id }) => id);

  it('are empty without a change', () => {
    expect(diffFeatures(many(9), many(9))).toEqual({ add: [], remove: [] });
  });

  it.each<[string, Partial<SitePoint>]>([
    ['its number', { text: '36' }],
    ['its colour', { fill: '#fff' }],
    ['its weight', { weight: 3 }],
    ['its age', { isStale: true }],
    ['its name', { name: 'other' }],
    ['its alarm', { alarm: { rank: 3, color: '#ad5700', ink: '#fff' } }],
    ['its place', { position: [1, 2] }],
    ['its place beside a site', { isReference: true, beside: 'above' }],
  ])('contain a site that has changed %s', (_, change) => {
    const changes = diffFeatures(
      many(9),
      many(9, (id) => (id === 4 ? change : {})),
    );
    expect(ids(changes?.add)).toEqual([4]);
    expect(changes?.remove).toEqual([]);
  });

  it('contain sites whose number of overlapping sites has changed', () => {
    const joined = many(9, (id) => (id === 4 ? { position: [0, 0] } : {}));
    expect(ids(diffFeatures(many(9), joined)?.add)).toEqual([1, 4]);
  });

  it('contain both sites when one at the same point comes to weigh more, and again when it weighs less', () => {
    const other = site({ id: 2, weight: 20 });
    const shown = (weight: number, text: string) => toFeatures([site({ weight, text }), other], 'light');
    const drawn = ({ features }: GeoJSON.FeatureCollection) =>
      features.find(({ properties }) => properties?.['covered'] !== 1)?.properties?.['worst'];
    const [low, high] = [shown(10, '10'), shown(30, '30')];
    // All parts of what stands for a cluster or a point are one text: none can be older than the others.
    expect(drawn(high)).toBe(high.features[0]?.properties?.['worst']);
    expect(drawn(low)).toBe(low.features[1]?.properties?.['worst']);
    const apart = many(9).features.slice(2);
    for (const [before, after] of [
      [low, high],
      [high, shown(10, '10')],
    ] as const) {
      const changes = diffFeatures(
        { ...before, features: [...before.features, ...apart] },
        { ...after, features: [...after.features, ...apart] },
      );
      expect(ids(changes?.add)).toEqual([1, 2]);
    }
  });

  it('contain added and removed sites', () => {
    const less = many(8);
    expect(ids(diffFeatures(less, many(9))?.add)).toEqual([9]);
    expect(diffFeatures(many(9), less)).toEqual({ add: [], remove: [9] });
  });

  it('are undefined if most sites have changed', () => {
    expect(
      diffFeatures(
        many(9),
        many(9, () => ({ text: '1' })),
      ),
    ).toBeUndefined();
    expect(diffFeatures(many(0), many(9))).toBeUndefined();
    expect(diffFeatures(many(9), many(0))).toBeUndefined();
  });
});
