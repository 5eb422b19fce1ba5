// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import WallScreen from './WallScreen.tsx';

afterEach(() => vi.useRealTimers());

it('enlarges the type, keeps the screen on and hides an idle pointer while it is shown, also outside full-screen mode', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // The sites never arrive: the screen is the wall's from the beginning.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => ({ release }));
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  const isEnlarged = () => 'wall' in document.documentElement.dataset;
  const isResting = () => 'resting' in document.documentElement.dataset;
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <WallScreen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  expect([request.mock.calls, isResting(), isEnlarged()]).toEqual([[['screen']], false, true]);
  await act(async () => vi.advanceTimersByTime(5000));
  expect(isResting()).toBe(true);
  dispatchEvent(new Event('pointermove'));
  expect(isResting()).toBe(false);
  await act(async () => vi.advanceTimersByTime(5000));
  expect([isResting(), release.mock.calls.length]).toEqual([true, 0]);
  await act(async () => root.unmount());
  expect([isResting(), isEnlarged(), release.mock.calls.length]).toEqual([false, false, 1]);
});
