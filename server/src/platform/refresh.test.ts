import { afterEach, expect, it, vi } from 'vitest';
import { refreshInBackground } from './refresh.ts';

afterEach(() => vi.useRealTimers());

function makeApp(ending = false) {
  const log = { error: vi.fn() } as unknown as Parameters<typeof refreshInBackground>[0]['log'];
  return { background: new Set<Promise<void>>(), log, pool: { ending } };
}

it('tries a failed refresh again, ever more slowly, until it succeeds', async () => {
  vi.useFakeTimers();
  const started = Date.now();
  const seconds: number[] = [];
  refreshInBackground(makeApp(), async () => {
    seconds.push((Date.now() - started) / 1000);
    if (seconds.length < 8) throw new Error('no database');
  });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(seconds).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
});

it('gives up when the process stops', async () => {
  vi.useFakeTimers();
  const refresh = vi.fn().mockRejectedValue(new Error('closed'));
  refreshInBackground(makeApp(true), refresh);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(refresh).toHaveBeenCalledOnce();
});
