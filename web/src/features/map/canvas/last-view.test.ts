// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { forgetLastView, keepLastView, readLastView } from './last-view.ts';

afterEach(() => localStorage.clear());

it('knows where each person left the map, until it is forgotten', () => {
  expect(readLastView('mei')).toBeUndefined();
  keepLastView('mei', { center: [116.4, 39.9], zoom: 8.5 });
  expect(readLastView('mei')).toEqual({ center: [116.4, 39.9], zoom: 8.5 });
  expect(readLastView('jean')).toBeUndefined();
  forgetLastView('mei');
  expect(readLastView('mei')).toBeUndefined();
});

it.each(['', '{', '{}', '[1,2]', '["1","2","3"]', '[1,2,null]'])(
  'ignores another stored value: %s',
  (value) => {
    localStorage.setItem('limpid:mei:mapView', value);
    expect(readLastView('mei')).toBeUndefined();
  },
);
