// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Listeners } from '../../../../map/listeners.ts';
import type { MapHandle } from '../../../../map/map.ts';
import { WindParticles } from './WindParticles.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // The first frame is enough.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('Path2D', class {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The canvas of a map of 1000 × 500, and how its pen is scaled, on a screen with so many pixels for one of CSS. */
async function draw(ratio: number) {
  vi.stubGlobal('devicePixelRatio', ratio);
  const scale = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function getPen(
    this: HTMLCanvasElement,
  ) {
    // The particles use nothing else before their first frame.
    return { canvas: this, scale } as unknown as RenderingContext;
  });
  const listeners = new Listeners();
  const map = {
    on: listeners.on.bind(listeners),
    getSize: () => ({ width: 1000, height: 500 }),
    getView: () => ({ center: [116.4, 39.9], zoom: 9 }),
    getMarkers: () => [],
  } as unknown as MapHandle;
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () => root.render(<WindParticles map={map} winds={[]} hour={undefined} isDark={false} />));
  const canvas = place.querySelector('canvas');
  const drawn = { size: [canvas?.width, canvas?.height], scales: scale.mock.calls };
  await act(async () => root.unmount());
  return drawn;
}

it.each([
  ['has the pixels of a usual screen', 1, [1000, 500], [[1, 1]]],
  ['has those of a dense screen', 1.5, [1500, 750], [[1.5, 1.5]]],
  ['has at most four for each of CSS', 3, [2000, 1000], [[2, 2]]],
])('the canvas of the wind %s', async (_, ratio, size, scales) => {
  expect(await draw(ratio)).toEqual({ size, scales });
});
