import type { Amap, AmapClick, AmapLngLat, AmapMap } from './amap-api.ts';

type Pair = [number, number];

const lngLat = ([lng, lat]: Pair): AmapLngLat => ({ getLng: () => lng, getLat: () => lat });
const pixel = (x: number, y: number) => ({ getX: () => x, getY: () => y });
const size = 1000;

/** A fake of AMap that records its calls, in GCJ-02, with a size of a thousand pixels. */
export class StandInMap implements AmapMap {
  static made: StandInMap[] = [];
  /** With a wrong key, AMap never emits `complete`. */
  static isComplete = true;
  readonly options: Record<string, unknown>;
  readonly listeners = new Map<string, ((event: AmapClick) => void)[]>();
  center: Pair;
  zoom: number;
  style: unknown;
  city = '';
  isDestroyed = false;

  constructor(_element: HTMLElement, options: Record<string, unknown>) {
    this.options = options;
    this.center = options['center'] as Pair;
    this.zoom = Number(options['zoom']);
    this.style = options['mapStyle'];
    StandInMap.made.push(this);
    if (StandInMap.isComplete) queueMicrotask(() => this.fire('complete'));
  }

  on(name: string, listener: (event: AmapClick) => void): void {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  fire(name: string, x = 0, y = 0): void {
    const event = { lnglat: this.containerToLngLat(pixel(x, y)), pixel: pixel(x, y) };
    for (const listener of this.listeners.get(name) ?? []) listener(event);
  }

  getCenter = () => lngLat(this.center);
  getZoom = () => this.zoom;
  getBounds = () => ({ getSouthWest: () => this.#at(0, size), getNorthEast: () => this.#at(size, 0) });

  setZoomAndCenter(zoom: number, center: Pair): void {
    this.zoom = zoom;
    this.center = center;
    this.fire('moveend');
  }

  setBounds(bounds: unknown): void {
    const [[west, south], [east, north]] = bounds as [Pair, Pair];
    this.center = [(west + east) / 2, (south + north) / 2];
  }

  setCity(city: string): void {
    this.city = city;
  }

  setMapStyle(style: string): void {
    this.style = style;
  }

  /** A linear projection, accurate enough near the centre. */
  lngLatToContainer([lng, lat]: Pair) {
    const pixels = this.#pixelsOfDegree();
    const stretch = Math.cos((this.center[1] * Math.PI) / 180);
    return pixel(
      size / 2 + (lng - this.center[0]) * pixels,
      size / 2 - ((lat - this.center[1]) * pixels) / stretch,
    );
  }

  containerToLngLat(point: unknown): AmapLngLat {
    const { getX, getY } = point as ReturnType<typeof pixel>;
    return this.#at(getX(), getY());
  }

  destroy(): void {
    this.isDestroyed = true;
  }

  #pixelsOfDegree = () => (256 * 2 ** this.zoom) / 360;

  #at(x: number, y: number): AmapLngLat {
    const pixels = this.#pixelsOfDegree();
    const stretch = Math.cos((this.center[1] * Math.PI) / 180);
    return lngLat([
      this.center[0] + (x - size / 2) / pixels,
      this.center[1] - ((y - size / 2) / pixels) * stretch,
    ]);
  }
}

export const standIn: Amap = {
  Map: StandInMap,
  // Created with `new` and only passed back to the map.
  Bounds: Array as unknown as Amap['Bounds'],
  Pixel: class {
    constructor(x: number, y: number) {
      return pixel(x, y);
    }
  },
};
