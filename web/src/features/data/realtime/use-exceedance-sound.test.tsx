// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useExceedanceSound } from './use-exceedance-sound.ts';

const play = vi.hoisted(() => vi.fn());
vi.mock('./tone.ts', () => ({
  openTone: () => ({ allow: () => Promise.resolve(), play, close: () => undefined }),
}));

it('makes no sound for exceedances that were there before, also those of another search', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.createElement('div'));
  function Probe({ aboveIds, search, at }: { aboveIds: number[]; search: string; at: number | undefined }) {
    const counts = { all: 9, above: aboveIds.length, flagged: 0, late: 0, silent: 0, aboveIds };
    useExceedanceSound({ counts, readAt: at }, search);
    return null;
  }
  const show = (aboveIds: number[], search: string, at: number | undefined) =>
    act(async () => root.render(<Probe {...{ aboveIds, search, at }} />));
  await show([1, 2], '', 10_000);
  await show([1, 2], '', 20_000);
  // Another search: first the counts of the one before, then its own, with a site that was not in it.
  await show([1, 2], 'north', undefined);
  await show([1, 3], 'north', 30_000);
  await show([1, 3], 'north', 40_000);
  expect(play).not.toHaveBeenCalled();
  await show([1, 3, 4], 'north', 50_000);
  expect(play).toHaveBeenCalledTimes(1);
  await act(async () => root.unmount());
});
