// @vitest-environment happy-dom
import { HOUR_MS } from '@limpid/contract/durations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../../../api/session.ts';
import { useOpenTimelapse } from './use-timelapse.ts';

const data = { hours: [0, HOUR_MS, 2 * HOUR_MS], sites: [1], values: [[1], [2], [3]] };
beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, msg: '', data }));
});

let root: Root;
afterEach(() => act(async () => root.unmount()));

/** The time-lapse of a page whose address names an hour, if any. */
async function mount(start?: number) {
  useSession.setState({ ...emptySession, choices: {} });
  let opened: ReturnType<typeof useOpenTimelapse> | undefined;
  function Probe() {
    opened = useOpenTimelapse(start, 'aqi', { index: 'china', colourBlindSafe: false });
    return null;
  }
  root = createRoot(document.createElement('div'));
  const client = new QueryClient();
  const page = (
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>
  );
  await act(async () => root.render(page));
  const timelapse = () => opened?.[0];
  // Open from the start, it loads its hours.
  if (start !== undefined) await act(async () => vi.waitFor(() => expect(timelapse()?.hours).toBeDefined()));
  return { timelapse, toggle: (isOpen: boolean) => act(async () => opened?.[1](isOpen)) };
}

it('plays from the first hour whenever it is opened, also after it was paused', async () => {
  const { timelapse, toggle } = await mount(2 * HOUR_MS);
  expect(timelapse()).toMatchObject({ isPlaying: false, place: 2 });
  await toggle(false);
  expect(timelapse()).toBeUndefined();
  await toggle(true);
  expect(timelapse()).toMatchObject({ isPlaying: true, place: 0 });
});

it('plays another day from its first hour', async () => {
  const { timelapse } = await mount(2 * HOUR_MS);
  await act(async () => timelapse()?.setDay('2026-11-01'));
  expect(timelapse()).toMatchObject({ isPlaying: true, day: '2026-11-01' });
});
