/** The used part of the vendor's API, as documented. Points are GCJ-02. */
export interface AmapLngLat {
  getLng(): number;
  getLat(): number;
}

interface AmapPixel {
  getX(): number;
  getY(): number;
}

interface AmapBounds {
  getSouthWest(): AmapLngLat;
  getNorthEast(): AmapLngLat;
}

export interface AmapClick {
  lnglat: AmapLngLat;
  pixel: AmapPixel;
}

export interface AmapMap {
  on(name: 'click' | 'mousemove', listener: (event: AmapClick) => void): void;
  on(
    name: 'complete' | 'mapmove' | 'zoomchange' | 'moveend' | 'zoomend' | 'resize' | 'mouseout',
    listener: () => void,
  ): void;
  getCenter(): AmapLngLat;
  getZoom(): number;
  getBounds(): AmapBounds;
  setZoomAndCenter(zoom: number, center: [number, number]): void;
  setBounds(
    bounds: unknown,
    immediately: boolean,
    avoid: [number, number, number, number],
    maxZoom: number,
  ): void;
  /** Moves to a place by name or administrative code, and chooses the zoom. */
  setCity(city: string): void;
  setMapStyle(style: string): void;
  lngLatToContainer(position: [number, number]): AmapPixel;
  containerToLngLat(pixel: unknown): AmapLngLat;
  destroy(): void;
}

export interface Amap {
  Map: new (element: HTMLElement, options: Record<string, unknown>) => AmapMap;
  Bounds: new (southWest: [number, number], northEast: [number, number]) => unknown;
  Pixel: new (x: number, y: number) => unknown;
}

declare global {
  interface Window {
    AMap?: Amap;
    _AMapSecurityConfig?: { securityJsCode: string };
  }
}
