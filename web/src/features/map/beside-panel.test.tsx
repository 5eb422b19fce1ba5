// @vitest-environment happy-dom
import { HOUR_MS } from '@limpid/contract/durations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../../api/session.ts';
import { BesidePanel } from './BesidePanel.tsx';
import { useLayers } from './layers/use-layers.ts';
import type { Timelapse } from './layers/use-timelapse.ts';
import { wholeView } from './map-view.ts';
import { shadeSite, shadeValue } from './scale/shade.ts';
import { readSnapshot } from './sites/read-snapshot.ts';
import type { ShownSite } from './sites/select-sites.ts';
import { makeSnapshotScale, snapshot, snapshotChannels } from './sites/snapshot.fixture.ts';

let root: Root;
let place: HTMLElement;
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const translation = { map: { panel: { rankThen: 'rank {{rank}} of {{count}}' } } };
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation } } });
  // The panel loads it when it first opens, which takes long on a busy machine.
  await import('./site-panel/SitePanel.tsx');
});
beforeEach(() => {
  useSession.setState({ ...emptySession, zone: 'Asia/Shanghai' });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  useSession.setState(emptySession);
});

const hour = Date.UTC(2026, 2, 10, 4);
const hours = { hours: [hour, hour + HOUR_MS], sites: [7, 10, 11], values: [[31, 77, 52], []] };
// The layers use nothing else of it.
const timelapse = { hours, moment: hour, place: 0, range: {} } as unknown as Timelapse;
const sites = readSnapshot(snapshot);
/** A filter hides all but the first site. */
const pick = (some: readonly ShownSite[]) => some.slice(0, 1);

const station = { id: -3, code: '1001A', name: 'Square', place: [4.8, 45.7] as const };
const onChooseStation = vi.fn();

interface Opened {
  overlapping?: readonly number[];
  siteId?: number;
  layer?: string;
  isPast?: boolean;
}

function Panel({ overlapping = [], siteId, layer = 'aqi', isPast = true }: Opened) {
  const scale = makeSnapshotScale(layer);
  const all = [...sites.values()].map((site) => ({ site, look: shadeSite(site, scale, 7_260_000) }));
  const layers = useLayers({
    view: { ...wholeView, surface: false, wind: false },
    shown: pick(all),
    channels: snapshotChannels,
    bounds: undefined,
    references: [],
    timelapse: isPast ? timelapse : undefined,
    all,
    pick,
    scale,
  });
  const stations = [{ ...station, look: shadeValue(scale, 88) }].map((one) => ({
    ...one,
    look: { ...one.look, isStale: false },
  }));
  return (
    <BesidePanel
      {...{ snapshot, scale, sites, all, layers, overlapping }}
      preference={{ index: 'china', colourBlindSafe: false }}
      shown={pick(all)}
      chosen={siteId === undefined ? undefined : sites.get(siteId)}
      alarmId={undefined}
      station={undefined}
      stations={stations}
      onChooseStation={onChooseStation}
      isEarly={false}
      onChoose={vi.fn()}
      onClose={vi.fn()}
      // Neither is used while a site or several are open.
      coverage={undefined as never}
      panels={undefined as never}
    />
  );
}

async function open(opened: Opened): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Panel {...opened} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
}

const lines = () => Array.from(place.querySelectorAll('li'), (line) => line.textContent ?? '');

it('lists the sites at one point with the values of the hour that the map shows, and names the hour', async () => {
  await open({ overlapping: [7, 10], isPast: false });
  expect(lines()).toEqual([expect.stringMatching(/^Gate.*61$/), expect.stringMatching(/^Yard.*—$/)]);
  expect(place.querySelector('output')?.textContent).not.toContain('12:00');
  await open({ overlapping: [7, 10] });
  expect(lines()).toEqual([expect.stringMatching(/^Gate.*31$/), expect.stringMatching(/^Yard.*77$/)]);
  expect(place.querySelector('output')?.textContent).toContain('12:00–13:00');
});

it('offers a reference station with the sites that lie over it', async () => {
  await open({ overlapping: [7, -3], isPast: false });
  expect(lines()).toEqual([
    expect.stringMatching(/^Square.*map\.references\.kind.*88$/),
    expect.stringMatching(/^Gate.*61$/),
  ]);
  expect(onChooseStation).not.toHaveBeenCalled();
  await act(async () => place.querySelector<HTMLElement>('li button')?.click());
  expect(onChooseStation).toHaveBeenCalledWith('1001A');
});

const shownHour = () =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    const found = place.querySelector('[aria-label="map.timelapse.hour"]');
    expect(found).not.toBeNull();
    return found?.textContent ?? '';
  });

it('ranks a site among all sites of the hour, also those that a filter hides', async () => {
  await open({ siteId: 7 });
  expect(await shownHour()).toContain('rank 3 of 3');
  await open({ siteId: 11 });
  expect(await shownHour()).toContain('rank 2 of 3');
});
