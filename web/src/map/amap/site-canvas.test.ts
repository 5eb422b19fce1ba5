// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { toGcj } from '../gcj.ts';
import type { SitePoint } from '../map.ts';
import { SiteCanvas } from './site-canvas.ts';

const here = [116.4, 39.9] as const;
const point = (id: number, isReference: boolean): SitePoint => ({
  id,
  position: here,
  name: '',
  text: '1',
  fill: '#000000',
  ink: '#ffffff',
  weight: isReference ? 99 : 1,
  isReference,
});

it('draws a station beside the site that would cover it', () => {
  const element = document.createElement('div');
  Object.defineProperties(element, { clientWidth: { value: 200 }, clientHeight: { value: 200 } });
  const canvas = new SiteCanvas(element);
  const listIds = (y: number) =>
    canvas.findAll(100, y).map(({ members }) => members.map(({ id }) => id).join());
  for (const [beside, y] of [
    ['above', 64],
    ['below', 136],
  ] as const) {
    canvas.setSites([{ ...point(-1, true), beside }, point(1, false)]);
    canvas.draw({ center: toGcj(here), zoom: 14 });
    expect([listIds(100), listIds(y)]).toEqual([['1'], ['-1']]);
  }
  canvas.setSites([point(-1, true), point(1, false)]);
  canvas.draw({ center: toGcj(here), zoom: 14 });
  expect(listIds(100)).toEqual(['1', '-1']);
});

it('draws sites above reference stations and never clusters them together', () => {
  const element = document.createElement('div');
  Object.defineProperties(element, { clientWidth: { value: 200 }, clientHeight: { value: 200 } });
  const canvas = new SiteCanvas(element);
  canvas.setSites([point(-1, true), point(-2, true), point(1, false), point(2, false)]);
  canvas.draw({ center: toGcj(here), zoom: 8 });
  expect(canvas.find(100, 100)?.members.map(({ id }) => id)).toEqual([1, 2]);
  canvas.setSites([point(-1, true), point(-2, true)]);
  canvas.draw({ center: toGcj(here), zoom: 8 });
  expect(canvas.find(100, 100)?.members.map(({ id }) => id)).toEqual([-1, -2]);
});
