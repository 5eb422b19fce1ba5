import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexNeighbours, type Place } from './neighbours.rule.ts';

const findNeighbours = (places: readonly Place[], km: number) =>
  [...places.keys()].map(indexNeighbours(places, km));

const place = (longitude: number, latitude: number) => ({ longitude, latitude });
const degree = Math.PI / 180;

/** The great-circle distance by the haversine formula. */
function measureKm(a: ReturnType<typeof place>, b: ReturnType<typeof place>): number {
  const half = (angle: number) => Math.sin((angle * degree) / 2) ** 2;
  const h =
    half(b.latitude - a.latitude) +
    Math.cos(a.latitude * degree) * Math.cos(b.latitude * degree) * half(b.longitude - a.longitude);
  return 2 * 6371 * Math.asin(Math.sqrt(h));
}

describe('neighbours', () => {
  it('are the places within the distance', () => {
    // 0.04° of latitude are 4.4 km, 0.05° are 5.6 km.
    expect(findNeighbours([place(120, 30), place(120, 30.04), place(120, 30.05)], 5)).toEqual([
      [1],
      [0, 2],
      [1],
    ]);
  });

  it('are found across the date line and around the poles', () => {
    expect(findNeighbours([place(179.99, 0), place(-179.99, 0)], 5)).toEqual([[1], [0]]);
    expect(findNeighbours([place(0, 89.99), place(180, 89.99)], 5)).toEqual([[1], [0]]);
  });

  it('leave out places without coordinates', () => {
    const unknown = { longitude: null, latitude: null };
    expect(findNeighbours([place(120, 30), unknown, place(120, 30)], 5)).toEqual([[2], [], [0]]);
  });

  it('agree with the distances of all pairs', () => {
    const near = fc.record({
      longitude: fc.double({ min: 120, max: 120.3, noNaN: true }),
      latitude: fc.double({ min: 30, max: 30.3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(near, { maxLength: 40 }), (places) => {
        const found = findNeighbours(places, 5);
        const expected = places.map((a) =>
          places.flatMap((b, position) => (b !== a && measureKm(a, b) <= 5 ? [position] : [])),
        );
        expect(found.map((list) => list.toSorted((a, b) => a - b))).toEqual(expected);
      }),
    );
  });
});
