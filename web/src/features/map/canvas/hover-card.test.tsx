// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { Listeners } from '../../../map/listeners.ts';
import type { MapHandle } from '../../../map/map.ts';
import { makeSnapshotScale } from '../sites/snapshot.fixture.ts';
import { HoverCard } from './HoverCard.tsx';

it('explains the number of the cluster under the pointer', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const listeners = new Listeners();
  // The card uses nothing else of a map.
  const map = {
    on: listeners.on.bind(listeners),
    project: () => [100, 200],
    getSize: () => ({ width: 800, height: 600 }),
  } as unknown as MapHandle;
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(<HoverCard map={map} points={[]} drawn={[]} scale={makeSnapshotScale('aqi')} />),
  );
  const cluster = { position: [116.4, 39.9] as const, count: 1200, isReference: false };
  await act(async () => listeners.emit('clusterHover', cluster));
  expect(place.textContent).toContain('map.cluster.sites');
  expect(place.textContent).toContain('map.cluster.value');
  await act(async () => listeners.emit('clusterHover', { ...cluster, isReference: true }));
  expect(place.textContent).toContain('map.cluster.references');
  await act(async () => listeners.emit('clusterHover', null));
  expect(place.textContent).toBe('');
  await act(async () => root.unmount());
});
