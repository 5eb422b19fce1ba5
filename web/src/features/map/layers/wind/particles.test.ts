import { expect, it } from 'vitest';
import { countParticles, fadeAfter, makeParticles } from './particles.ts';
import { buildWindField } from './wind-field.ts';

const screen = { width: 400, height: 300, cell: 20, reach: 150 };

/** A sequence that covers 0 to 1 evenly, the same in every run. */
function makeRandom(): () => number {
  let n = 0;
  return () => (n = (n + 0.618_034) % 1);
}

it('moves particles with the wind, only where it is known', () => {
  const field = buildWindField([{ x: 100, y: 150, u: 5, v: 0 }], screen);
  const moves: number[][] = [];
  makeParticles(screen, 500, makeRandom()).step(field, 0.03, (...move) => moves.push(move));
  expect(moves.length).toBeGreaterThan(50);
  expect(moves.length).toBeLessThan(500);
  for (const [fromX = 0, fromY = 0, toX = 0, toY = 0, alpha = 0] of moves) {
    expect(toX).toBeGreaterThan(fromX);
    expect(toY).toBeCloseTo(fromY);
    expect(Math.hypot(fromX - 100, fromY - 150)).toBeLessThan(150);
    expect(alpha).toBeGreaterThan(0);
    expect(alpha).toBeLessThanOrEqual(1);
  }
});

it('draws nothing without wind', () => {
  const moves: number[][] = [];
  makeParticles(screen, 100, makeRandom()).step(buildWindField([], screen), 0.03, (...move) =>
    moves.push(move),
  );
  expect(moves).toEqual([]);
});

it('fades trails by time, so that they are as long on a slow screen as on a fast one', () => {
  const afterOneSecond = (frames: number) =>
    Array.from({ length: frames }, () => fadeAfter(1 / frames)).reduce((left, share) => left * share, 1);
  expect(afterOneSecond(10)).toBeCloseTo(afterOneSecond(30));
  expect(afterOneSecond(30)).toBeLessThan(0.2);
});

it.each([
  ['1,500 on a usual screen', 1440, 850, 1500],
  ['fewer on a phone', 390, 760, 363],
  ['3,000 at most, on a wall', 3840, 2160, 3000],
])('there are %s', (_, width, height, count) => {
  expect(countParticles({ width, height })).toBe(count);
});
