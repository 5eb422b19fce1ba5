import { describe, expect, it } from 'vitest';
import { countAlarms, groupSites } from './cluster-sites.ts';
import type { SitePoint } from './map.ts';
import { toWorld } from './mercator.ts';

const site = (id: number, longitude: number, weight: number, isStale = false): SitePoint => ({
  id,
  position: [longitude, 0],
  name: '',
  text: String(weight),
  fill: '#000',
  ink: '#fff',
  weight,
  isStale,
});
const group = (sites: SitePoint[], cell: number) =>
  groupSites(sites, ({ position }) => toWorld(position), cell);

describe('sites close to each other', () => {
  it('become a cluster, which the worst value represents', () => {
    const [far, near] = group([site(1, 0.1, 3), site(2, 0.2, 40), site(3, 0.3, 7), site(4, 90, 5)], 0.01);
    expect(far?.members.map(({ id }) => id)).toEqual([4]);
    expect(near?.members.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(near?.worst.id).toBe(2);
    expect(near?.x).toBeCloseTo(toWorld([0.2, 0])[0], 9);
  });

  it('are not represented by an old value, unless all are old', () => {
    const [both] = group([site(1, 0.1, 99, true), site(2, 0.2, 1)], 0.01);
    expect(both?.worst.id).toBe(2);
    const [old] = group([site(1, 0.1, 0, true), site(2, 0.2, 99, true)], 0.01);
    expect(old?.worst.id).toBe(2);
  });

  it('show their highest alarm and how many of them are in alarm', () => {
    const ring = (rank: number) => ({ alarm: { rank, color: '#ad5700', ink: '#fff' } });
    const [near] = group(
      [{ ...site(1, 0.1, 3), ...ring(2) }, { ...site(2, 0.2, 4), ...ring(3) }, site(3, 0.3, 5)],
      0.01,
    );
    expect(countAlarms(near?.members ?? [])).toEqual({ ...ring(3), alarms: 2 });
    expect(countAlarms([site(1, 0, 1)])).toEqual({ alarm: undefined, alarms: 0 });
  });

  it('across the date line are clustered near it', () => {
    const groups = group([site(1, 179.99, 1), site(2, -179.99, 2)], 0.09);
    expect(groups.map(({ x }) => Math.abs(x - 0.5))).toEqual(
      [0.499_972_2, 0.499_972_2].map((x) => expect.closeTo(x, 6)),
    );
  });

  it('stay separate at high zoom, except at the same point', () => {
    const groups = group([site(1, 0.1, 1), site(2, 0.1, 2), site(3, 0.1001, 3)], 0);
    expect(groups.map(({ members }) => members.length)).toEqual([2, 1]);
  });
});

describe('the Mercator square', () => {
  it.each([
    [-180, 0, 0, 0.5],
    [180, 0, 1, 0.5],
    [0, 85, 0.5, 0],
  ])('contains %d, %d', (longitude, latitude, x, y) => {
    const [right, down] = toWorld([longitude, latitude]);
    expect(right).toBeCloseTo(x, 2);
    expect(down).toBeCloseTo(y, 2);
  });

  it('contains the poles', () => expect(toWorld([0, 90]).every(Number.isFinite)).toBe(true));
});
