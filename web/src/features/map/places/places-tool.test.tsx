// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { LngLat } from '../../../map/map.ts';
import { PlacesTool } from './PlacesTool.tsx';

it('lists two places that are called alike, and shows the one that is chosen', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => Response.json([]));
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const sites: LngLat[] = [
    [120.6, 31.3],
    [120.6, 31.3],
    [117, 33.6],
  ];
  const shown: unknown[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <PlacesTool sites={sites} onShow={(area) => shown.push(area)} />
      </QueryClientProvider>,
    ),
  );
  const findButtons = () => [...document.querySelectorAll<HTMLElement>('li button')];
  await act(async () => place.querySelector('button')?.click());
  // Without texts, both have the key of their name.
  expect(findButtons()).toHaveLength(2);
  await act(async () => findButtons()[1]?.click());
  expect(shown).toEqual([[117, 33.6, 117, 33.6]]);
  expect(complain).not.toHaveBeenCalled();
  await act(async () => root.unmount());
});
