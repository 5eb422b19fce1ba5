import { describe, expect, it } from 'vitest';
import { buildCircle, chooseStep, drawGraticule, drawRings } from './graticule.ts';

describe('the graticule', () => {
  it.each([
    [0, 30],
    [5, 5],
    [10, 0.1],
    [14, 0.01],
  ])('has at zoom %d lines at least %d° apart', (zoom, step) => {
    expect(chooseStep(zoom)).toBeGreaterThanOrEqual(step);
    expect(chooseStep(zoom) / step).toBeLessThanOrEqual(10);
  });

  it.each([
    [[-170, -80, 170, 80], 1],
    [[170, -10, 200, 10], 4],
    [[116.2, 39.8, 116.6, 40], 10],
    [[-180, 84, 180, 89], 3],
  ] as const)('has few lines for %j, all on the map', (bounds, zoom) => {
    const { features } = drawGraticule(bounds, zoom);
    expect(features.length).toBeGreaterThan(2);
    expect(features.length).toBeLessThan(80);
    for (const { geometry } of features) {
      if (geometry.type !== 'LineString') throw new Error('not a line');
      for (const [, latitude = 0] of geometry.coordinates) expect(Math.abs(latitude)).toBeLessThanOrEqual(85);
    }
  });
});

describe('distance rings', () => {
  it('have their stated radius', () => {
    const [longitude = 0, latitude = 0] = buildCircle([116.4, 39.9], 10)[24] ?? [];
    const kilometres = (longitude - 116.4) * Math.cos((39.9 * Math.PI) / 180) * 111.195;
    expect(kilometres).toBeCloseTo(10, 1);
    expect(latitude).toBeCloseTo(39.9, 6);
  });

  it('are labelled with their distance, and are empty without a centre', () => {
    const distances = drawRings([4.8, 45.7], 13).features.map(({ properties }) => properties?.['distance']);
    expect(distances).toEqual(['500 m', '1 km', '2 km', '5 km']);
    expect(drawRings(null, 10).features).toEqual([]);
  });
});
