import { expect, it } from 'vitest';
import { makeShiftedTiles } from './shifted-tiles.ts';

/** A tile over Beijing, where GCJ-02 differs, and the one beside it. */
const [z, x, y] = [16, 53_956, 24_832];

function open() {
  const asked: AbortSignal[] = [];
  const draw = makeShiftedTiles((_z, _x, _y, signal) => {
    asked.push(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const ask = (column: number) => {
    const abort = new AbortController();
    const drawn = draw(z, column, y, abort.signal).catch((error: unknown) => error);
    return { abort, drawn };
  };
  return { ask, countOpen: () => asked.filter(({ aborted }) => !aborted).length };
}

it('cancels the tiles of a map that was moved on, except those that a neighbour needs', async () => {
  const { ask, countOpen } = open();
  const first = ask(x);
  const alone = countOpen();
  expect(alone).toBeGreaterThan(0);
  const second = ask(x + 1);
  const both = countOpen();
  expect(both).toBeGreaterThan(alone);
  expect(both).toBeLessThan(2 * alone);
  first.abort.abort();
  expect(countOpen()).toBe(alone);
  second.abort.abort();
  expect(countOpen()).toBe(0);
  for (const { drawn } of [first, second]) expect(await drawn).toMatchObject({ name: 'AbortError' });
});

it('asks anew for a tile that was cancelled', () => {
  const { ask, countOpen } = open();
  ask(x).abort.abort();
  expect(countOpen()).toBe(0);
  ask(x);
  expect(countOpen()).toBeGreaterThan(0);
});
