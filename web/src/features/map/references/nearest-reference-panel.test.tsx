// @vitest-environment happy-dom
import { listTrendMarkers, readTrend } from '@limpid/contract/data/trend';
import { HOUR_MS } from '@limpid/contract/durations';
import { indexCode } from '@limpid/contract/map/indices';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { Channel } from '../../../air/channel.ts';
import { emptySession, useSession } from '../../../api/session.ts';
import type { MapSite } from '../map-site.ts';
import { NearestReference } from './NearestReference.tsx';

const hour = Date.UTC(2026, 10, 16, 12);
const none = { aqi: null, primary: 0 };
const indices = { us: none, europe: none, atmo: none };
const reference = {
  code: '1001A',
  name: 'Wanshou',
  city: 'Beijing',
  place: [116.4, 39.9],
  releasedAt: hour + HOUR_MS,
  values: new Map(),
  indices: { ...indices, china: { aqi: 70, primary: 0 } },
};
// The series of one hour: an index of 88.
const line = { channel: indexCode, values: [88], few: [] };
// What a rule has found in that hour, of a pollutant of the index.
const marker = { kind: 'flag', channel: 'PM10', ofIndex: true, text: 'Spike: 300' };
const asked = vi.hoisted(() => vi.fn());
vi.mock('../../../api/call.ts', () => ({ call: asked }));
vi.mock('./use-references.ts', () => ({ useReferenceData: () => ({ data: {} }) }));
vi.mock('./nearest-reference.ts', () => ({ findNearestReference: () => ({ reference, km: 2 }) }));

afterEach(() => useSession.setState(emptySession));

it('compares the index of the hour that the station has published, with its flags, while the site is an hour ahead', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  useSession.setState({ ...emptySession, permissions: [readTrend.access.permission] });
  asked.mockImplementation(({ path }) =>
    Promise.resolve(path === listTrendMarkers.path ? { markers: [marker] } : { series: [line] }),
  );
  // The parts of a site and a channel that the comparison reads.
  const site = {
    siteId: 7,
    place: [116.41, 39.91],
    indices: { hour: hour + HOUR_MS, ...indices, china: { aqi: 120, primary: 0 } },
  } as unknown as MapSite;
  const channel = { code: 'PM2.5', decimals: 0, unit: 'µg/m³' } as Channel;
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <NearestReference
          site={site}
          channels={[channel]}
          preference={{ index: 'china', colourBlindSafe: false }}
          zone="Asia/Shanghai"
        />
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(() =>
    expect([...place.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
      '88⚑',
      '70',
      '+18',
    ]),
  );
  expect(asked.mock.calls[0]?.[1]).toMatchObject({
    query: { index: 'china', from: hour, to: hour + HOUR_MS },
  });
  expect(asked.mock.calls[1]?.[1]).toMatchObject({
    query: { index: 'china', from: hour, to: hour + HOUR_MS },
  });
  await act(async () => place.querySelector('button')?.click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('PM₁₀ · Spike: 300'));
  await act(async () => root.unmount());
});
