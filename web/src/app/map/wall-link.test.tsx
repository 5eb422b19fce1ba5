// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WallLink } from './WallLink.tsx';

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

async function openWall(isAllowed: boolean, answer: () => Promise<void>) {
  const request = vi.fn(answer);
  Object.defineProperty(document, 'fullscreenEnabled', { value: isAllowed, configurable: true });
  Object.defineProperty(document.documentElement, 'requestFullscreen', {
    value: request,
    configurable: true,
  });
  await act(async () =>
    root.render(
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<WallLink />} />
          <Route path="/wall" element="the wall" />
        </Routes>
      </MemoryRouter>,
    ),
  );
  await act(async () => place.querySelector('button')?.click());
  expect(place.textContent).toBe('the wall');
  return request.mock.calls.length;
}

it('opens the wall screen in full-screen mode', async () => {
  expect(await openWall(true, () => Promise.resolve())).toBe(1);
});

it('opens it all the same where the browser refuses or has no full-screen mode', async () => {
  expect(await openWall(true, () => Promise.reject(new TypeError('refused')))).toBe(1);
  await act(async () => root.unmount());
  root = createRoot(place);
  expect(await openWall(false, () => Promise.resolve())).toBe(0);
});
