import { SECOND_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { openLostConnections } from './lost-connections.ts';

const at = (second: number) => second * SECOND_MS;

it('a packet that is to be sent alone is, however long the answers to others take', () => {
  const losses = openLostConnections();
  for (const second of [0, 4, 8, 40]) {
    expect(losses.takeTurn(at(second), false)).toBe(false);
    expect(losses.isQuiet(at(second))).toBe(true);
  }
  expect(losses.takeTurn(at(41), true)).toBe(true);
  // Others wait for its answer, but not longer than five seconds.
  expect([losses.isQuiet(at(45)), losses.isQuiet(at(47))]).toEqual([true, false]);
});

it('others have their turn after it, and wait for none that cannot be sent', () => {
  const losses = openLostConnections();
  expect(losses.takeTurn(at(0), true)).toBe(true);
  losses.endTurn();
  expect([losses.isQuiet(at(1)), losses.takeTurn(at(1), true), losses.isQuiet(at(1))]).toEqual([
    false,
    false,
    false,
  ]);
  expect([losses.takeTurn(at(2), false), losses.isQuiet(at(2))]).toEqual([false, true]);
  losses.stopDraining();
  expect(losses.isQuiet(at(2))).toBe(false);
});
