// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../../api/session.ts';
import { usePanels } from './use-panels.ts';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no response')));
});

let root: Root;
afterEach(() => act(async () => root.unmount()));

async function open() {
  useSession.setState({ ...emptySession, choices: {} });
  localStorage.clear();
  let panels: ReturnType<typeof usePanels> | undefined;
  const around = {
    isNarrow: false,
    isCompact: false,
    mapMissing: false,
    isPlaceOpen: false,
    closePlace: vi.fn(),
  };
  function Probe() {
    panels = usePanels(around);
    return null;
  }
  root = createRoot(document.createElement('div'));
  const set = (changes: Partial<typeof around>) => {
    Object.assign(around, changes);
    return act(async () => root.render(<Probe />));
  };
  await set({});
  const seen = () => [panels?.isListOpen, panels?.isAnalysisOpen];
  const toggle = (name: 'toggleList' | 'toggleAnalysis', isOpen: boolean) =>
    act(async () => panels?.[name](isOpen));
  return { around, set, seen, toggle };
}

it('on a desk both panels are open, in a hand none; what is chosen for one is not for the other', async () => {
  const { set, seen, toggle } = await open();
  expect(seen()).toEqual([true, true]);
  await toggle('toggleList', false);
  await set({ isNarrow: true });
  expect(seen()).toEqual([false, false]);
  await toggle('toggleList', true);
  expect(seen()).toEqual([true, false]);
  await set({ isNarrow: false });
  expect(seen()).toEqual([false, true]);
});

it('on a small desk the analysis starts closed, whatever was chosen on a large one, and stays as it was chosen', async () => {
  const { set, seen, toggle } = await open();
  await toggle('toggleAnalysis', false);
  await toggle('toggleAnalysis', true);
  await set({ isCompact: true });
  expect(seen()).toEqual([true, false]);
  await toggle('toggleAnalysis', true);
  expect(seen()).toEqual([true, true]);
  await toggle('toggleAnalysis', false);
  await set({ isCompact: false });
  expect(seen()).toEqual([true, true]);
  await set({ isCompact: true });
  expect(seen()).toEqual([true, false]);
});

it('in a hand there is one at a time: a place gives way to the list, the list to a place or the analysis', async () => {
  const { around, set, seen, toggle } = await open();
  await set({ isNarrow: true });
  await toggle('toggleList', true);
  expect(around.closePlace).toHaveBeenCalledOnce();
  await set({ isPlaceOpen: true });
  expect(seen()).toEqual([false, false]);
  await set({ isPlaceOpen: false });
  await toggle('toggleAnalysis', true);
  expect(seen()).toEqual([false, true]);
});

it('without a map the list is always there', async () => {
  const { set, seen } = await open();
  await set({ isNarrow: true, mapMissing: true, isPlaceOpen: true });
  expect(seen()[0]).toBe(true);
});
