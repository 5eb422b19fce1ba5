import { describe, expect, it } from 'vitest';
import { toWorld } from '../mercator.ts';
import { interpolate } from './interpolate.ts';
import { paintSurface } from './paint.ts';

const grid = { west: 4, south: 45, east: 5, north: 46, columns: 40, rows: 40 };
const low = { longitude: 4.2, latitude: 45.8, value: 20 };
const high = { longitude: 4.4, latitude: 45.8, value: 120 };
const at = (longitude: number, latitude: number) =>
  Math.floor(((46 - latitude) / 1) * 40) * 40 + Math.floor((longitude - 4) * 40);

/** Counts the separate areas whose confidence is at least `least`. */
function countAreas(trust: Float32Array, columns: number, least: number): number {
  const seen = new Set<number>();
  let areas = 0;
  for (const start of trust.keys()) {
    if (seen.has(start) || (trust[start] ?? 0) < least) continue;
    areas++;
    const open = [start];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      if (seen.has(cell) || (trust[cell] ?? 0) < least) continue;
      seen.add(cell);
      open.push(cell - 1, cell + 1, cell - columns, cell + columns);
    }
  }
  return areas;
}

/** The milliseconds of the fastest of a few rounds, because a busy machine interrupts some of them. */
function measureBest(work: () => unknown): number {
  const rounds = Array.from({ length: 3 }, () => {
    const since = performance.now();
    work();
    return performance.now() - since;
  });
  return Math.min(...rounds);
}

/** Sums the distances between every station and every cell. */
function measureDistances(stations: number, { west, south, columns, rows }: typeof grid): number {
  let sum = 0;
  for (let station = 0; station < stations; station++) {
    for (let cell = 0; cell < columns * rows; cell++) {
      const latitude = south + cell / (columns * rows);
      const x = (west + station / stations - (cell % columns) / columns) * Math.cos(latitude);
      sum += Math.sqrt(x * x + latitude * latitude);
    }
  }
  return sum;
}

describe('a surface', () => {
  const { values, trust } = interpolate([low, high], grid);

  it('has the value of a station near it, and values in between elsewhere', () => {
    expect(values[at(4.2, 45.8)]).toBeLessThan(23);
    expect(values[at(4.4, 45.8)]).toBeGreaterThan(117);
    expect(values[at(4.3, 45.8)]).toBeGreaterThan(40);
    expect(values[at(4.3, 45.8)]).toBeLessThan(100);
  });

  it('never exceeds the measured range', () => {
    const drawn = [...values].filter((_, cell) => (trust[cell] ?? 0) > 0);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(120);
  });

  it('fades where no station is near', () => {
    expect(trust[at(4.21, 45.79)]).toBeGreaterThan(0.95);
    expect(trust[at(4.9, 45.1)]).toBe(0);
  });

  it('covers a city without gaps, also with stations in pairs, and ends outside it', () => {
    const city = Array.from({ length: 17 }, (_, n) => ({
      longitude: 116.15 + (n % 5) * 0.12 + (n % 3) * 0.02,
      latitude: 39.75 + Math.floor(n / 5) * 0.1,
      value: 40 + n,
    }));
    const twins = city.slice(0, 3).map((one) => ({ ...one, longitude: one.longitude + 0.004 }));
    const whole = { west: 115.4, south: 39.2, east: 117.4, north: 40.6, columns: 120, rows: 110 };
    const around = interpolate([...city, ...twins], whole);
    expect(countAreas(around.trust, whole.columns, 0.4)).toBe(1);
    expect(around.trust[0]).toBe(0);
    expect(around.trust.at(-1)).toBe(0);
    const covered = around.trust.filter((share) => share > 0).length / around.trust.length;
    expect(covered).toBeLessThan(0.5);
  });

  it('is faster for thousands of stations than visiting every cell for each', () => {
    const fine = { ...grid, columns: 240, rows: 180 };
    const stations = 5000;
    // Measured with one of fifty stations.
    const everyPair = 50 * measureBest(() => measureDistances(stations / 50, fine));
    const spread = (wide: number) =>
      Array.from({ length: stations }, (_, n) => ({
        longitude: 4 + ((n * 0.618_034) % 1) * wide,
        latitude: 45 + (n / stations) * wide,
        value: n % 200,
      }));
    for (const wide of [1, 20]) {
      expect(measureBest(() => interpolate(spread(wide), fine))).toBeLessThan(everyPair);
    }
  });

  it('continues across the date line', () => {
    const pacific = { west: 179.5, south: -0.5, east: 180.5, north: 0.5, columns: 40, rows: 40 };
    const both = [
      { longitude: 179.9, latitude: 0, value: 20 },
      { longitude: -179.9, latitude: 0, value: 120 },
    ];
    const sea = interpolate(both, pacific);
    expect(sea.values[20 * 40 + 24]).toBeGreaterThan(100);
    expect(sea.values[20 * 40 + 16]).toBeLessThan(40);
  });

  it('accepts a station at the pole', () => {
    const top = { west: 0, south: 83, east: 1, north: 84, columns: 4, rows: 4 };
    const { trust: north } = interpolate([{ longitude: 0, latitude: 90, value: 20 }], top);
    expect(north.every(Number.isFinite)).toBe(true);
  });

  it('is empty without stations', () => {
    expect(interpolate([], grid).trust.every((share) => share === 0)).toBe(true);
  });
});

it('has the colours of levels and is transparent without data', () => {
  const steps = [
    { upTo: 50, colour: '#00ff00' },
    { upTo: 100, colour: '#ffff00' },
    { upTo: null, colour: '#ff0000' },
  ];
  const surface = { values: Float32Array.of(0, 50, 75, 500, 60), trust: Float32Array.of(1, 1, 1, 1, 0) };
  const paint = (theme: 'light' | 'dark') => {
    const pixels = paintSurface(surface, steps, theme);
    return (n: number) => Array.from(pixels.subarray(n * 4, n * 4 + 4));
  };
  const [light, dark] = [paint('light'), paint('dark')];
  const green = ([red = 0, of = 0, blue = 0]: number[]) => of > red && of > blue;
  expect(green(light(0))).toBe(true);
  expect(green(dark(0))).toBe(true);
  expect(light(3).slice(1, 3)).toEqual([light(3)[2], light(3)[2]]);
  expect(light(0)[3]).toBe(150);
  expect(light(4)[3]).toBe(0);
  // Darker on a dark map.
  const sum = (pixel: number[]) => pixel.slice(0, 3).reduce((a, b) => a + b, 0);
  for (const n of [0, 1, 2, 3]) expect(sum(dark(n))).toBeLessThan(sum(light(n)));
});

it('shows differences within a level', () => {
  const steps = [
    { upTo: 100, colour: '#ffff00' },
    { upTo: null, colour: '#ff0000' },
  ];
  const surface = { values: Float32Array.of(20, 50, 80), trust: Float32Array.of(1, 1, 1) };
  const pixels = paintSurface(surface, steps, 'light');
  const blues = [2, 6, 10].map((at) => pixels[at] ?? 0);
  expect(blues[0]).toBeGreaterThan(blues[1] ?? 0);
  expect(blues[1]).toBeGreaterThan(blues[2] ?? 0);
});

it('keeps the hue of a level up to its limit, and blends into the next one', () => {
  const steps = [
    { upTo: 35, colour: '#00e400' },
    { upTo: 75, colour: '#ffff00' },
    { upTo: null, colour: '#ff7e00' },
  ];
  // One above a limit has the hue of its own level, as a marker has.
  const values = [34, 35, 36, 74, 76];
  const surface = { values: Float32Array.from(values), trust: new Float32Array(values.length).fill(1) };
  for (const theme of ['light', 'dark'] as const) {
    const pixels = paintSurface(surface, steps, theme);
    const names = values.map((_, at) => {
      const [red = 0, green = 0] = pixels.subarray(at * 4);
      return red === green ? 'yellow' : red < green ? 'green' : 'orange';
    });
    expect(names).toEqual(['green', 'green', 'yellow', 'yellow', 'orange']);
  }
  const edge = { values: Float32Array.of(35, 35.0001), trust: Float32Array.of(1, 1) };
  const [at, above] = [0, 4].map((start) => paintSurface(edge, steps, 'light').slice(start, start + 3));
  expect(above).toEqual(at);
});

it('has the same value at a place however far the map is zoomed in', () => {
  const near = { west: 4.1, south: 45.7, east: 4.5, north: 45.9, columns: 81, rows: 81 };
  const far = { west: 0, south: 43, east: 8, north: 48.5, columns: 801, rows: 801 };
  const valueAt = (of: typeof near) => {
    const { values } = interpolate([low, high], of);
    const column = Math.floor(((4.3 - of.west) / (of.east - of.west)) * of.columns);
    const top = toWorld([0, of.north])[1];
    const row = Math.floor(((toWorld([0, 45.8])[1] - top) / (toWorld([0, of.south])[1] - top)) * of.rows);
    return values[row * of.columns + column] ?? 0;
  };
  expect(Math.abs(valueAt(near) - valueAt(far))).toBeLessThan(3);
});
