// @vitest-environment happy-dom
import { HOUR_MS } from '@limpid/contract/durations';
import { type MapReferences, readMapReferences } from '@limpid/contract/reference/references';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { wholeView } from '../map-view.ts';
import { makeSnapshotScale, snapshot } from '../sites/snapshot.fixture.ts';
import { readReferences } from './reference.ts';
import { type References, useReferences } from './use-references.ts';

const none = { aqi: [null], primary: [0] };
const response: MapReferences = {
  releases: [Math.floor(Date.now() / HOUR_MS) * HOUR_MS],
  stations: {
    code: ['1001A'],
    name: ['West'],
    city: ['Town'],
    level: ['national'],
    longitude: [116.3],
    latitude: [39.8],
    release: [0],
  },
  values: [[42], [80], [null], [null], [0.7], [null]],
  index: { china: { aqi: [61], primary: [1] }, us: none, europe: none, atmo: none },
};

it('colours the surface by reference stations only while they are shown', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await i18next.init({ lng: 'en' });
  const client = new QueryClient();
  client.setQueryData([readMapReferences.path], readReferences(response));
  const [scale, preference] = [makeSnapshotScale('aqi'), { index: 'china', colourBlindSafe: false } as const];
  let seen: References | undefined;
  function Probe({ isShown }: { isShown: boolean }) {
    const view = { ...wholeView, surface: true, references: isShown };
    seen = useReferences({ view, snapshot, scale, preference, timelapse: undefined });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const render = (isShown: boolean) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <Probe isShown={isShown} />
        </QueryClientProvider>,
      ),
    );
  await render(true);
  expect(seen?.values).toEqual([{ longitude: 116.3, latitude: 39.8, value: 61 }]);
  await render(false);
  expect([seen?.values, seen?.points]).toEqual([[], undefined]);
  await act(async () => root.unmount());
});
