// @vitest-environment happy-dom
import { HOUR_MS } from '@limpid/contract/durations';
import type { SiteIndex, SiteUpdate } from '@limpid/contract/map/site-update';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useLiveStatus } from '../../api/live/live.ts';
import { emptySession, useSession } from '../../api/session.ts';
import { useOpenTimelapse } from './layers/use-timelapse.ts';
import { useNewestHour } from './sites/newest-hour.ts';
import { snapshot } from './sites/snapshot.fixture.ts';
import { useMapSites } from './sites/use-map-sites.ts';
import { TimeStatus } from './TimeStatus.tsx';

const newest = Date.UTC(2026, 2, 10, 4);
const past = newest - 20 * HOUR_MS;
const hours = { hours: [past, past + HOUR_MS], sites: [7], values: [[31], [32]] };

let receive: (updates: readonly SiteUpdate[]) => void;

/** The map, as far as the header depends on it. */
function OpenMap({ hour }: { hour: number | undefined }) {
  receive = useMapSites().receive;
  useOpenTimelapse(hour, 'aqi', { index: 'china', colourBlindSafe: false });
  return null;
}

let root: Root;
let place: HTMLElement;
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const translation = { map: { status: { hour: ' {{from}}–{{to}} ' } } };
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation } } });
});
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const data = address.includes('/map/sites') ? { ...snapshot, hours: [newest] } : hours;
    return Response.json({ code: 200, msg: '', data });
  });
  useSession.setState({ ...emptySession, zone: 'Asia/Shanghai' });
  useLiveStatus.setState({ state: 'open' });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  useSession.setState(emptySession);
  vi.restoreAllMocks();
});

const makeClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const render = (client: QueryClient, block: ReactNode) =>
  act(async () => root.render(<QueryClientProvider client={client}>{block}</QueryClientProvider>));

const waitFor = (text: string | RegExp) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(place.textContent).toMatch(text);
  });

it('shows the hour of the time-lapse instead of the present, until it or the map is closed', async () => {
  const client = makeClient();
  const show = (map: ReactNode) => render(client, [<TimeStatus key="time" />, map]);
  await show(<OpenMap key="map" hour={past} />);
  await waitFor(/^Mar 9, 2026 16:00–17:00map\.status\.past$/);
  await show(<OpenMap key="map" hour={undefined} />);
  await waitFor(/^\d\d:\d\d:\d\d 12:00–13:00 map\.status\.live$/);
  await show(<OpenMap key="map" hour={past} />);
  await waitFor(/^Mar 9, 2026 16:00–17:00map\.status\.past$/);
  await show(null);
  expect(place.textContent).toContain('map.status.live');
});

it('shows the newest hour of any site as soon as a live update brings it', async () => {
  const client = makeClient();
  const show = (map: ReactNode) => render(client, [<TimeStatus key="time" />, map]);
  await show(<OpenMap key="map" hour={undefined} />);
  await waitFor('12:00–13:00');
  const same: SiteIndex = { aqi: 61, primary: 0, reference: false, missing: 0 };
  const index = { hour: newest + HOUR_MS, china: same, us: same, europe: same, atmo: same };
  await act(async () => receive([{ siteId: 10, state: 'on', ts: newest, values: {}, index }]));
  await waitFor('13:00–14:00');
  await show(null);
  expect(place.textContent).not.toContain('–');
});

it('has the clock of the place, and names its zone where it is not that of the server', async () => {
  const client = makeClient();
  vi.spyOn(Date, 'now').mockReturnValue(newest + 75_000);
  await render(client, <TimeStatus place={{ zone: 'America/Lima', hour: undefined }} />);
  expect(place.querySelector('time')?.textContent).toBe('23:01:15');
  expect(place.textContent).toContain('America/Lima');
  await render(client, <TimeStatus place={{ zone: 'Asia/Shanghai', hour: undefined }} />);
  expect(place.querySelector('time')?.textContent).toBe('12:01:15');
  expect(place.textContent).not.toContain('Asia/Shanghai');
  // The newest hour of the whole map is not that of a place without hours.
  await act(async () => useNewestHour.setState({ hour: newest }));
  expect(place.textContent).not.toContain('–');
});
