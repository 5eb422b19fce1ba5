// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MapHandle } from '../../../map/map.ts';
import type { NamedPlace } from '../places/name-places.ts';
import { useTour } from './use-tour.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const makePlace = (name: string, west: number): NamedPlace => ({
  name,
  count: 1,
  center: [west, 40],
  bounds: [west, 39, west + 1, 41],
  members: [],
});

async function openTour(places: readonly NamedPlace[]) {
  const shown: unknown[] = [];
  let name: string | undefined;
  // The hook uses nothing else of a map.
  const map = { fit: (bounds: unknown) => shown.push(bounds) } as unknown as MapHandle;
  function Probe() {
    name = useTour(map, places, { left: 0, right: 0, top: 0, bottom: 0 })?.name;
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Probe />));
  const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
  return { shown, name: () => name, wait, close: () => act(async () => root.unmount()) };
}

it('stays at each place long enough to read, and begins again after the last one', async () => {
  const places = [makePlace('Lyon', 4), makePlace('Beijing', 116)];
  const tour = await openTour(places);
  expect([tour.name(), tour.shown]).toEqual(['Lyon', [places[0]?.bounds]]);
  await tour.wait(24_000);
  expect(tour.name()).toBe('Lyon');
  await tour.wait(2000);
  expect([tour.name(), tour.shown.length]).toEqual(['Beijing', 2]);
  await tour.wait(25_000);
  expect(tour.name()).toBe('Lyon');
  await tour.close();
});

it('stays where it is with a single place, and shows none without sites', async () => {
  const tour = await openTour([makePlace('Lyon', 4)]);
  await tour.wait(120_000);
  expect([tour.name(), tour.shown.length]).toEqual(['Lyon', 1]);
  await tour.close();
  const empty = await openTour([]);
  expect([empty.name(), empty.shown]).toEqual([undefined, []]);
  await empty.close();
});
