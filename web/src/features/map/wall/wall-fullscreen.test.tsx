// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WallFullscreen } from './WallFullscreen.tsx';

let root: Root;
let place: HTMLElement;
const enter = vi.fn(async () => undefined);
const leave = vi.fn(async () => undefined);
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  define(document, 'fullscreenEnabled', true);
  define(document, 'fullscreenElement', null);
  define(document, 'exitFullscreen', leave);
  define(document.documentElement, 'requestFullscreen', enter);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  vi.clearAllMocks();
});

const open = () => act(async () => root.render(<WallFullscreen />));
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => dispatchEvent(new KeyboardEvent('keydown', { key, ...more })));
const calls = () => [enter.mock.calls.length, leave.mock.calls.length];

it('enters and leaves full-screen mode by its button and by the key F', async () => {
  await open();
  await act(async () => place.querySelector('button')?.click());
  await press('F');
  expect(calls()).toEqual([2, 0]);
  define(document, 'fullscreenElement', document.documentElement);
  await press('f');
  expect(calls()).toEqual([2, 1]);
});

it('leaves shortcuts of the browser alone, such as Ctrl+F', async () => {
  await open();
  await press('f', { ctrlKey: true });
  await press('f', { metaKey: true });
  expect(calls()).toEqual([0, 0]);
});

it('has no button where the browser has no full-screen mode', async () => {
  define(document, 'fullscreenEnabled', false);
  await open();
  await press('f');
  expect([place.querySelector('button'), ...calls()]).toEqual([null, 0, 0]);
});
