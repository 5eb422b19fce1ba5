import { expect, it } from 'vitest';
import { toGcj } from './gcj.ts';
import { drawShifted, locatePixel, type Pixels, planShift } from './gcj-tile.ts';
import type { LngLat } from './map.ts';
import { fromWorld, toWorld } from './mercator.ts';

const size = 256;
const cities: [name: string, place: LngLat][] = [
  ['Beijing', [116.3913, 39.9075]],
  ['Shanghai', [121.4737, 31.2304]],
  ['Guangzhou', [113.2644, 23.1291]],
  ['Ürümqi', [87.6168, 43.8256]],
  ['Harbin', [126.6424, 45.7575]],
  ['Sanya', [109.5119, 18.2528]],
  ['Lhasa', [91.1145, 29.6442]],
  ['Xi’an', [108.9398, 34.3416]],
];

/** The pixel of a place on the whole map of a zoom. */
const pixelOf = (place: LngLat, zoom: number): [number, number] => {
  const [x, y] = toWorld(place);
  return [x * 2 ** zoom * size, y * 2 ** zoom * size];
};
const tileOf = (place: LngLat, zoom: number): [number, number] => {
  const [x, y] = pixelOf(place, zoom);
  return [Math.floor(x / size), Math.floor(y / size)];
};
const metresPerPixel = (latitude: number, zoom: number) =>
  (40_075_017 * Math.cos((latitude * Math.PI) / 180)) / (2 ** zoom * size);

/** Places spread over a tile around a city, in pixels of the tile. */
const spots = Array.from({ length: 49 }, (_, at) => [(at % 7) * 42.6, Math.floor(at / 7) * 42.6] as const);

it.each(cities)('finds where a GCJ-02 map shows a place, within a metre from zoom 10 on: %s', (_, city) => {
  for (let zoom = 7; zoom <= 18; zoom++) {
    const [tileX, tileY] = tileOf(city, zoom);
    const plan = planShift(zoom, tileX, tileY);
    const errors = spots.map(([u, v]) => {
      const world = 2 ** zoom * size;
      const place = fromWorld((tileX * size + u) / world, (tileY * size + v) / world);
      const [wantedX, wantedY] = pixelOf(toGcj(place), zoom);
      const [foundX, foundY] = locatePixel(plan, u, v);
      return Math.hypot(foundX + plan.origin[0] - wantedX, foundY + plan.origin[1] - wantedY);
    });
    expect(Math.max(...errors) * metresPerPixel(city[1], zoom)).toBeLessThan(zoom < 10 ? 5 : 1);
  }
});

/** GCJ-02 tiles, joined, with a soft mark at a place. */
function paintMark(plan: ReturnType<typeof planShift>, [markX, markY]: readonly [number, number]): Pixels {
  const [width, height] = [plan.columns * size, plan.rows * size];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    const distance = Math.hypot(x + plan.origin[0] - markX, y + plan.origin[1] - markY);
    data[at * 4] = 255 * Math.max(0, 1 - distance / 6);
    data[at * 4 + 3] = 255;
  }
  return { width, height, data };
}

function findMark({ data }: Pixels): [number, number] {
  let [weight, sumX, sumY] = [0, 0, 0];
  for (let at = 0; at < size * size; at++) {
    const value = data[at * 4] ?? 0;
    weight += value;
    sumX += value * ((at % size) + 0.5);
    sumY += value * (Math.floor(at / size) + 0.5);
  }
  return [sumX / weight, sumY / weight];
}

it.each(cities.slice(0, 4).flatMap(([name, place]) => [14, 17].map((zoom) => [name, zoom, place] as const)))(
  'draws a mark of a GCJ-02 tile within 5 m of its place: %s at zoom %i',
  (_, zoom, city) => {
    const [tileX, tileY] = tileOf(city, zoom);
    const place = fromWorld((tileX + 0.5) / 2 ** zoom, (tileY + 0.5) / 2 ** zoom);
    const plan = planShift(zoom, tileX, tileY);
    const drawn = drawShifted(plan, paintMark(plan, pixelOf(toGcj(place), zoom)));
    const [foundX, foundY] = findMark(drawn);
    const pixels = Math.hypot(foundX - size / 2, foundY - size / 2);
    expect(pixels * metresPerPixel(city[1], zoom)).toBeLessThan(5);
  },
);

it('leaves tiles outside mainland China as they are', () => {
  expect(planShift(12, 2074, 1409).isSame).toBe(true);
  expect(planShift(12, 3372, 1552).isSame).toBe(false);
});
