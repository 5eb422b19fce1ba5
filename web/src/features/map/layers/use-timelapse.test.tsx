// @vitest-environment happy-dom
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../../../api/session.ts';
import { useOpenTimelapse } from './use-timelapse.ts';

/** The end of the last closed hour: 11:00 in the zone of the server. */
const now = Date.UTC(2026, 10, 15, 3);
const firstHour = now - DAY_MS;
beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://server').searchParams;
    const from = Number(query.get('from') ?? firstHour);
    const hours = Array.from({ length: 24 }, (_, place) => from + place * HOUR_MS);
    const data = { hours, sites: [1], values: hours.map((_, place) => [place]) };
    return Response.json({ code: 200, msg: '', data });
  });
});

let root: Root;
afterEach(() => act(async () => root.unmount()));

/** The time-lapse of a page whose address names an hour, if any. */
async function mount(first?: number) {
  let start = first;
  useSession.setState({ ...emptySession, choices: {} });
  let opened: ReturnType<typeof useOpenTimelapse> | undefined;
  function Probe() {
    opened = useOpenTimelapse(start, 'aqi', { index: 'china', colourBlindSafe: false });
    return null;
  }
  root = createRoot(document.createElement('div'));
  const client = new QueryClient();
  const page = () => (
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>
  );
  await act(async () => root.render(page()));
  const timelapse = () => opened?.[0];
  const load = () => act(async () => vi.waitFor(() => expect(timelapse()?.hours).toBeDefined()));
  // Open from the start, it loads its hours.
  if (start !== undefined) await load();
  return {
    timelapse,
    toggle: (isOpen: boolean) => act(async () => opened?.[1](isOpen)),
    async visit(next: number) {
      start = next;
      await act(async () => root.render(page()));
      await load();
    },
  };
}

it('plays from the first hour whenever it is opened, also after it was paused', async () => {
  const { timelapse, toggle } = await mount(firstHour + 2 * HOUR_MS);
  expect(timelapse()).toMatchObject({ isPlaying: false, place: 2 });
  await toggle(false);
  expect(timelapse()).toBeUndefined();
  await toggle(true);
  expect(timelapse()).toMatchObject({ isPlaying: true, place: 0 });
});

it('plays another day from its first hour', async () => {
  const { timelapse } = await mount(firstHour + 2 * HOUR_MS);
  await act(async () => timelapse()?.setDay('2026-11-01'));
  expect(timelapse()).toMatchObject({ isPlaying: true, day: '2026-11-01' });
});

it('shows an hour before the last 24 in its local day', async () => {
  const start = now - 30 * HOUR_MS;
  const { timelapse, toggle } = await mount(start);
  expect(timelapse()).toMatchObject({ moment: start, day: '2026-11-14', place: 5, isPlaying: false });
  await toggle(false);
  await toggle(true);
  expect(timelapse()).toMatchObject({ day: undefined, place: 0, isPlaying: true });
});

it('goes to the hour of another link, whichever day is chosen', async () => {
  const { timelapse, visit } = await mount(now - 30 * HOUR_MS);
  await visit(now - 60 * HOUR_MS);
  expect(timelapse()).toMatchObject({ moment: now - 60 * HOUR_MS, day: '2026-11-12', isPlaying: false });
  await visit(now - 2 * HOUR_MS);
  expect(timelapse()).toMatchObject({ moment: now - 2 * HOUR_MS, day: undefined, isPlaying: false });
});
