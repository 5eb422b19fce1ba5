import type { Layer } from './base-layers.ts';

/** Sizes that are seen as such; those of the ground follow the zoom alone. */
const sizes = { layout: ['text-size', 'icon-size'], paint: ['circle-radius'] } as const;

/** A layer of words and markers, drawn larger: on a wall screen they are read from afar. */
export function scaleSizes(layer: Layer, scale: number): Layer {
  const isMark = layer.type === 'symbol' || layer.id === 'selected-ring';
  if (scale === 1 || !isMark) return layer;
  const scaled = (part: 'layout' | 'paint') =>
    Object.entries(layer[part] ?? {}).map(([name, value]) =>
      sizes[part].some((size) => size === name) ? [name, scaleSize(value, scale)] : [name, value],
    );
  // Every property keeps its kind of value.
  return {
    ...layer,
    layout: Object.fromEntries(scaled('layout')),
    paint: Object.fromEntries(scaled('paint')),
  } as Layer;
}

/** The zoom may stand only at the top of an expression: what it chooses from is scaled instead of the whole. */
export function scaleSize(size: unknown, scale: number): unknown {
  if (typeof size === 'number') return size * scale;
  if (!Array.isArray(size)) return size;
  const [kind] = size;
  if (kind === 'interpolate') return scaleEvery(size, 4, scale);
  if (kind === 'step') return scaleEvery(size, 2, scale);
  return ['*', scale, size];
}

const scaleEvery = (parts: unknown[], first: number, scale: number) =>
  parts.map((part, place) => (place >= first && (place - first) % 2 === 0 ? scaleSize(part, scale) : part));
