// @vitest-environment happy-dom
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

const update = (siteId: number) => [{ siteId, state: 'on' as const, ts: 0, values: {} }];

async function open(count: number) {
  const seen: { markers?: FirstMarkers; receive?: ReturnType<typeof useHeldUpdates> } = {};
  const passed: number[] = [];
  const facts = { count, mapMissing: false };
  function Probe() {
    seen.markers = useFirstMarkers(facts);
    seen.receive = useHeldUpdates(!seen.markers.areDrawn, ([one]) => passed.push(one?.siteId ?? 0));
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
    areDrawn: () => seen.markers?.areDrawn,
    expectNone: () => act(async () => seen.markers?.expectNone()),
    receive: (siteId: number) => seen.receive?.(update(siteId)),
    emit: (name: 'sitesDrawn' | 'idle' | 'move') =>
      act(async () => listeners.emit(name, undefined as MapEvents[typeof name] & undefined)),
  };
}

it.each(['sitesDrawn', 'idle'] as const)(
  'keeps panels of many sites waiting until the map is %s',
  async (name) => {
    const { areDrawn, emit } = await open(10_000);
    expect(areDrawn()).toBe(false);
    await emit('move');
    expect(areDrawn()).toBe(false);
    await emit(name);
    expect(areDrawn()).toBe(true);
  },
);

it('keeps panels waiting for no markers where no site is in view', async () => {
  const { areDrawn, expectNone } = await open(10_000);
  await expectNone();
  expect(areDrawn()).toBe(true);
});

it('keeps nothing waiting for few sites, or without a map', async () => {
  expect((await open(60)).areDrawn()).toBe(true);
  await act(async () => root.unmount());
  const { facts, render, areDrawn } = await open(10_000);
  facts.mapMissing = true;
  await render();
  expect(areDrawn()).toBe(true);
});

it('holds updates until then, and passes them on in their order', async () => {
  const { receive, emit, passed } = await open(10_000);
  receive(1);
  receive(2);
  expect(passed).toEqual([]);
  await emit('sitesDrawn');
  expect(passed).toEqual([1, 2]);
  receive(3);
  expect(passed).toEqual([1, 2, 3]);
});
