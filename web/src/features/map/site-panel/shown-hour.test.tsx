// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { shadeValue } from '../scale/shade.ts';
import { readSnapshot } from '../sites/read-snapshot.ts';
import { makeSnapshotScale, snapshot } from '../sites/snapshot.fixture.ts';
import { ShownHour } from './ShownHour.tsx';

it('has no rank by values without an order, such as directions', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.createElement('div');
  const root = createRoot(place);
  const ordered = makeSnapshotScale('TEMP');
  const all = [...readSnapshot(snapshot).values()].map((site) => ({
    site,
    look: { ...shadeValue(ordered, 90), isStale: false },
  }));
  const show = (isOrdered: boolean) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <ShownHour siteId={7} hour={0} scale={{ ...ordered, isOrdered }} all={all} index="china" />
        </QueryClientProvider>,
      ),
    );
  await show(true);
  expect(place.textContent).toContain('map.panel.rankThen');
  await show(false);
  expect(place.textContent).not.toContain('map.panel.rankThen');
  await act(async () => root.unmount());
});
