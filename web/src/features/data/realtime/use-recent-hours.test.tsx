// @vitest-environment happy-dom
import { readRecentHours, realtime } from '@limpid/contract/data/realtime';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { Channel } from '../../../air/channel.ts';
import { emptySession, useSession } from '../../../api/session.ts';
import { type RecentHoursOfSites, useRecentHours } from './use-recent-hours.ts';

const dust: Channel = {
  code: 'PM2.5',
  dataType: 'number',
  name: 'PM2.5',
  unit: 'µg/m³',
  decimals: 0,
  steps: [],
  meanings: [],
};

afterEach(() => {
  localStorage.clear();
  useSession.setState(emptySession);
});

/** The lines of sites 7 and 10 by the index, which have arrived; later answers never do. */
async function open() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const sites = [7, 10].map((siteId) => ({ siteId, values: [siteId] }));
  let answers = 1;
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes(readRecentHours.path) || answers-- <= 0) return new Promise(() => undefined);
    return Response.json({ code: 200, msg: '', data: { from: 0, sites } });
  });
  let hours: RecentHoursOfSites | undefined;
  function Probe({ siteIds, index = 'china' }: { siteIds: number[]; index?: 'china' | 'us' }) {
    hours = useRecentHours(siteIds, [dust], index, true);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const client = new QueryClient();
  const show = (props: Parameters<typeof Probe>[0]) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <Probe {...props} />
        </QueryClientProvider>,
      ),
    );
  const valuesOf = (siteId: number) => hours?.valuesOf(siteId);
  await show({ siteIds: [7, 10] });
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(valuesOf(7)).toEqual([7]);
  });
  return {
    show,
    valuesOf,
    choose: (code: string) => act(async () => hours?.choose(code)),
    close: () => act(async () => root.unmount()),
  };
}

it('keeps the lines of the sites that stay on the page while those of others load', async () => {
  const { show, valuesOf, close } = await open();
  await show({ siteIds: [10, 11] });
  expect([valuesOf(10), valuesOf(11)]).toEqual([[10], undefined]);
  await close();
});

it('shows no values of the index as those of a channel, nor of one standard as those of another', async () => {
  const { show, valuesOf, choose, close } = await open();
  await show({ siteIds: [7, 10], index: 'us' });
  expect(valuesOf(7)).toBeUndefined();
  await show({ siteIds: [7, 10] });
  expect(valuesOf(7)).toEqual([7]);
  await choose('PM2.5');
  expect(useSession.getState().choices[`hours:${realtime.path}`]).toBe('"PM2.5"');
  expect(valuesOf(7)).toBeUndefined();
  await close();
});
