import type { Layer } from './base-layers.ts';

/** The scaled properties; sizes of the base map depend only on the zoom. */
const sizes = { layout: ['text-size', 'icon-size'], paint: ['circle-radius', 'circle-translate'] } as const;

/** Scales labels and markers of a layer, for wall screens that are read from afar. */
export function scaleSizes(layer: Layer, scale: number): Layer {
  const isMark = layer.type === 'symbol' || layer.id.startsWith('selected-ring');
  if (scale === 1 || !isMark) return layer;
  const scaled = (part: 'layout' | 'paint') =>
    Object.entries(layer[part] ?? {}).map(([name, value]) =>
      sizes[part].some((size) => size === name) ? [name, scaleSize(value, scale)] : [name, value],
    );
  // Every property keeps the type of its value.
  return {
    ...layer,
    layout: Object.fromEntries(scaled('layout')),
    paint: Object.fromEntries(scaled('paint')),
  } as Layer;
}

/** Scales the outputs of an expression, because `zoom` is allowed only at its top level. */
export function scaleSize(size: unknown, scale: number): unknown {
  if (typeof size === 'number') return size * scale;
  if (!Array.isArray(size)) return size;
  const [kind] = size;
  if (typeof kind === 'number') return size.map((part) => scaleSize(part, scale));
  if (kind === 'interpolate') return scaleEvery(size, 4, scale);
  if (kind === 'step') return scaleEvery(size, 2, scale);
  return ['*', scale, size];
}

const scaleEvery = (parts: unknown[], first: number, scale: number) =>
  parts.map((part, place) => (place >= first && (place - first) % 2 === 0 ? scaleSize(part, scale) : part));
