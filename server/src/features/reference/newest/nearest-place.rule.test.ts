import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureKm, openNearestPlace } from './nearest-place.rule.ts';

const site = (siteId: number, longitude: number, latitude: number) => ({ siteId, longitude, latitude });

describe('the distance of two places', () => {
  it.each([
    ['one degree of latitude', [0, 0], [0, 1], 111.2],
    ['Beijing and Tianjin', [116.4, 39.9], [117.2, 39.1], 112.3],
    ['two sides of the date line', [179.9, 0], [-179.9, 0], 22.2],
  ] as const)('of %s', (_, from, to, km) => {
    expect(measureKm(from, to)).toBeCloseTo(km, 0);
  });
});

describe('the nearest place', () => {
  const find = openNearestPlace([site(1, 116.4, 39.9), site(2, 116.5, 39.9), site(3, 179.99, 10)], 50);

  it('is the one at the shortest distance', () => {
    expect(find(116.48, 39.9)).toMatchObject({ place: { siteId: 2 } });
  });

  it('is found across the date line', () => {
    expect(find(-179.99, 10)).toMatchObject({ site: { siteId: 3 } });
  });

  it('is missing beyond the distance', () => {
    expect(find(118, 39.9)).toBeUndefined();
  });

  it('is the first in the list of several at one place', () => {
    expect(openNearestPlace([site(4, 1, 1), site(9, 1, 1)], 50)(1, 1)?.place.siteId).toBe(4);
  });

  it('is the same as by looking at every place', () => {
    const place = fc.record({
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    });
    const near = fc.record({
      longitude: fc.double({ min: 178, max: 180, noNaN: true }),
      latitude: fc.double({ min: 70, max: 71, noNaN: true }),
    });
    const places = fc.array(fc.oneof(place, near), { maxLength: 30 });
    fc.assert(
      fc.property(places, fc.oneof(place, near), (all, { longitude, latitude }) => {
        const sites = all.map((one, n) => site(n + 1, one.longitude, one.latitude));
        const found = openNearestPlace(sites, 50)(longitude, latitude)?.km;
        const distances = sites.map((one) => measureKm([longitude, latitude], [one.longitude, one.latitude]));
        const least = Math.min(...distances);
        expect(found).toBe(least <= 50 ? least : undefined);
      }),
    );
  });
});
