// @vitest-environment happy-dom
import type { SiteIndices, SiteUpdate } from '@limpid/contract/map/site-update';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Listeners } from '../../../map/listeners.ts';
import type { MapEvents, MapHandle } from '../../../map/map.ts';
import { type FirstMarkers, useFirstMarkers, useHeldUpdates } from './use-first-markers.ts';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

let root: Root;
afterEach(() => act(async () => root.unmount()));

const update = (siteId: number, ts = 0, index?: SiteUpdate['index']): SiteUpdate[] => [
  { siteId, state: 'on', ts, values: {}, ...(index !== undefined && { index }) },
];

async function open() {
  const seen: { markers?: FirstMarkers; receive?: ReturnType<typeof useHeldUpdates> } = {};
  const passed: SiteUpdate[] = [];
  const calls: number[] = [];
  const facts = { mapMissing: false };
  function Probe() {
    seen.markers = useFirstMarkers(facts);
    seen.receive = useHeldUpdates(!seen.markers.areDrawn, (updates) => {
      passed.push(...updates);
      calls.push(updates.length);
    });
    return null;
  }
  root = createRoot(document.createElement('div'));
  const render = () => act(async () => root.render(<Probe />));
  await render();
  const listeners = new Listeners();
  // The hook uses nothing else of a map.
  const map = { on: listeners.on.bind(listeners) } as unknown as MapHandle;
  await act(async () => seen.markers?.watch(map));
  return {
    facts,
    render,
    passed,
    calls,
    areDrawn: () => seen.markers?.areDrawn,
    expectNone: () => act(async () => seen.markers?.expectNone()),
    receive: (...one: Parameters<typeof update>) => seen.receive?.(update(...one)),
    emit: (name: 'sitesDrawn' | 'idle' | 'move') =>
      act(async () => listeners.emit(name, undefined as MapEvents[typeof name] & undefined)),
  };
}

it.each(['sitesDrawn', 'idle'] as const)('keeps panels waiting until the map is %s', async (name) => {
  const { areDrawn, emit } = await open();
  expect(areDrawn()).toBe(false);
  await emit('move');
  expect(areDrawn()).toBe(false);
  await emit(name);
  expect(areDrawn()).toBe(true);
});

it('keeps panels waiting for no markers where no site is in view', async () => {
  const { areDrawn, expectNone } = await open();
  await expectNone();
  expect(areDrawn()).toBe(true);
});

it('keeps nothing waiting without a map', async () => {
  const { facts, render, areDrawn } = await open();
  facts.mapMissing = true;
  await render();
  expect(areDrawn()).toBe(true);
});

it('holds updates until then, and passes them on at once', async () => {
  const { receive, emit, passed, calls } = await open();
  receive(1);
  receive(2);
  expect(passed).toEqual([]);
  await emit('sitesDrawn');
  expect(passed.map(({ siteId }) => siteId)).toEqual([1, 2]);
  receive(3);
  expect(passed.map(({ siteId }) => siteId)).toEqual([1, 2, 3]);
  expect(calls).toEqual([2, 1]);
});

it('holds one update of each site, with its newest index, however long none is drawn', async () => {
  const { receive, emit, passed } = await open();
  const index = { hour: 3_600_000 } as SiteIndices;
  receive(1, 0, null);
  receive(2, 0, index);
  for (let ts = 1; ts <= 600; ts++) {
    receive(1, ts);
    receive(2, ts);
    receive(3, ts);
  }
  await emit('sitesDrawn');
  expect(passed).toEqual([...update(1, 600, null), ...update(2, 600, index), ...update(3, 600)]);
});

it('passes thousands of held sites on in portions, and what comes meanwhile after them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { receive, emit, passed, calls } = await open();
    for (let siteId = 1; siteId <= 2500; siteId++) receive(siteId);
    await emit('sitesDrawn');
    receive(2501);
    receive(2400, 7);
    expect(calls).toEqual([1000]);
    const pause = () => act(async () => vi.runAllTimers());
    await pause();
    await pause();
    expect(calls).toEqual([1000, 1000, 501]);
    expect(passed.map(({ siteId }) => siteId)).toEqual(Array.from({ length: 2501 }, (_, at) => at + 1));
    expect(passed.find(({ siteId }) => siteId === 2400)?.ts).toBe(7);
    receive(1, 8);
    expect(calls.at(-1)).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
