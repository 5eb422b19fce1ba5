// @vitest-environment happy-dom
import type { Map as MapLibre } from 'maplibre-gl';
import { afterEach, expect, it, vi } from 'vitest';
import { keepPictures } from './keep-pictures.ts';

vi.mock('../marker-picture.ts', () => ({
  readLook: (name: string) => name,
  paintMarker: (look: string, pixelRatio: number) => `${look} × ${pixelRatio}`,
}));

afterEach(() => vi.unstubAllGlobals());

function open(scale: number) {
  const images = new Map<string, unknown>();
  let [resolve, resize] = [(_: string) => undefined as unknown, () => undefined as unknown];
  // A fake with the used part of a map.
  const map = {
    hasImage: (name: string) => images.has(name),
    addImage: (name: string, picture: unknown) => images.set(name, picture),
    removeImage: (name: string) => images.delete(name),
    setMissingStyleImageResolver: (resolver: typeof resolve) => {
      resolve = resolver;
    },
    on: (_: 'resize', listener: typeof resize) => {
      resize = listener;
    },
  } as unknown as MapLibre;
  const pictures = keepPictures(map, scale);
  return { pictures, images, ask: (name: string) => resolve(name), resize: () => resize() };
}

it('draws markers anew when the screen shows more pixels', () => {
  vi.stubGlobal('devicePixelRatio', 1);
  const { images, ask, resize } = open(1);
  ask('a');
  resize();
  expect([...images.values()]).toEqual(['a × 1']);
  vi.stubGlobal('devicePixelRatio', 2);
  resize();
  expect(images.size).toBe(0);
  ask('a');
  expect([...images.values()]).toEqual(['a × 2']);
});

it('draws scaled markers with the pixels they need', () => {
  vi.stubGlobal('devicePixelRatio', 1);
  const { pictures, images, ask, resize } = open(1);
  ask('a');
  pictures.setScale(1.5);
  ask('a');
  resize();
  expect([...images.values()]).toEqual(['a × 2']);
});

it('drops all pictures when there are too many', () => {
  const { pictures, images, ask } = open(1);
  for (let at = 0; at < 2000; at++) ask(String(at));
  pictures.forgetOld();
  expect(images.size).toBe(2000);
  ask('one more');
  pictures.forgetOld();
  expect(images.size).toBe(0);
});
