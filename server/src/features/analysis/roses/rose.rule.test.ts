import { HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { decibelScale, linearScale } from '../averaging-scale.rule.ts';
import { makeSiteRoses } from './rose.rule.ts';

const facts = { decimals: 0, scale: linearScale, now: 100 * HOUR_MS };
const series = (values: readonly number[], covered = 3600) => ({
  at: values.map((_, n) => n * HOUR_MS),
  values: [...values],
  covered: values.map(() => covered),
});

it('averages sound by its energy, in sectors and cells', () => {
  const wind = { direction: series([90, 90]), speed: series([3, 3]), value: series([80, 60]) };
  const { pollution, polar } = makeSiteRoses(wind, { ...facts, scale: decibelScale, bounds: [70] });
  expect(pollution?.sectors[4]).toMatchObject({ counts: [1, 1], mean: expect.closeTo(77.03, 2) });
  expect(polar?.cells).toMatchObject([{ direction: 90, count: 2, mean: expect.closeTo(77.03, 2) }]);
});

it('leaves the running hour out and counts it once', () => {
  const wind = { direction: series([90, 90]), speed: series([3, 3]), value: series([10, 20]) };
  const { hours, running, wind: rose } = makeSiteRoses(wind, { ...facts, now: 1.9 * HOUR_MS });
  expect([hours, running, rose?.count]).toEqual([1, 1, 1]);
});

it('names what no hour has', () => {
  const speed = series([3, 3]);
  const value = series([10, 20]);
  expect(makeSiteRoses({ direction: undefined, speed, value }, facts)).toMatchObject({
    wind: null,
    lacking: ['direction'],
  });
  const uncovered = makeSiteRoses({ direction: series([90, 90], 60), speed, value }, facts);
  expect([uncovered.lacking, uncovered.dropped]).toEqual([['direction'], 2]);
});

it('counts an hour with too little data once, whichever of its values are too short', () => {
  const covered = (short: readonly number[]) =>
    Array.from({ length: 10 }, (_, n) => (short.includes(n) ? 60 : 3600));
  const of = (value: number, short: readonly number[]) => ({
    ...series(Array.from({ length: 10 }, () => value)),
    covered: covered(short),
  });
  const wind = { direction: of(90, [3, 7]), speed: of(3, [3, 7]), value: of(20, [3, 7]) };
  expect(makeSiteRoses(wind, facts)).toMatchObject({ dropped: 2, wind: { count: 8 } });
  expect(makeSiteRoses({ ...wind, value: of(20, [4]) }, facts)).toMatchObject({ dropped: 3 });
});

it('averages the speed over all hours, calm ones included', () => {
  const wind = { direction: series([90, 90]), speed: series([0.2, 4]), value: series([10, 20]) };
  expect(makeSiteRoses(wind, facts).meanSpeed).toBeCloseTo(2.1, 6);
});

it('decides the class by the number that is shown, not by the float that stores it', () => {
  const value = series([Math.fround(5.05), Math.fround(5.15)]);
  const wind = { direction: series([90, 90]), speed: series([3, 3]), value };
  const { pollution } = makeSiteRoses(wind, { ...facts, decimals: 1, bounds: [5, 10] });
  expect(pollution?.sectors[4]?.counts).toEqual([1, 1, 0]);
});
