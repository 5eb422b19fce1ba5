// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { forgetLastView, keepLastView, readLastView } from './last-view.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('knows where each person left the map, until it is forgotten', () => {
  expect(readLastView('mei')).toBeUndefined();
  keepLastView('mei', { center: [116.4, 39.9], zoom: 8.5 });
  expect(readLastView('mei')).toEqual({ center: [116.4, 39.9], zoom: 8.5 });
  expect(readLastView('jean')).toBeUndefined();
  forgetLastView('mei');
  expect(readLastView('mei')).toBeUndefined();
});

it('does not hide that the browser refuses its storage', () => {
  const getItem = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem });
  expect(() => readLastView('mei')).toThrow('denied');
});
