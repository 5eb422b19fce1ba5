// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { LngLat } from '../../../map/map.ts';
import { usePlaces } from './use-places.ts';

it.each([
  [undefined, 12],
  [200, 15],
])('finds at most %s places: %i of 15', async (most, count) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => Response.json([]));
  const sites = Array.from({ length: 15 }, (_, at): LngLat => [at * 5, 45]);
  const found: number[] = [];
  function Probe() {
    found.push(usePlaces(sites, true, most).length);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Probe />
      </QueryClientProvider>,
    ),
  );
  expect(found.at(-1)).toBe(count);
  await act(async () => root.unmount());
});
