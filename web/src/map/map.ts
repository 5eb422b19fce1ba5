import type { Language } from '@limpid/contract/language';
import type { MapSettings } from './map-settings.ts';

/** Longitude and latitude, WGS-84: the only system outside of adapters. */
export type LngLat = readonly [longitude: number, latitude: number];
/** West, south, east, north. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];
export type MapTheme = 'light' | 'dark';
export type ProviderId = 'embedded' | 'tiles' | 'amap';
/** Which map a page asks for: AMap, or the installation's own. */
export type ProviderChoice = 'amap' | 'own';

export interface ViewState {
  center: LngLat;
  /** The whole world is 512 pixels wide at zoom 0. */
  zoom: number;
}

export interface StartView extends ViewState {
  /** An administrative code to start at instead, on maps that know such codes. */
  adcode?: string | undefined;
}

/** One site as it is drawn. Colours and words are the caller's: the map knows no levels. */
export interface SitePoint {
  id: number;
  position: LngLat;
  /** Drawn under the marker where there is room. */
  name: string;
  /** The number on the marker. */
  text: string;
  fill: string;
  ink: string;
  /** Among neighbours the greatest stands for all of them (old ones never do): level first, then value. A whole number up to 99,999,999. */
  weight: number;
  /** Hollow and grey: the value is old. */
  isStale?: boolean;
  /** A square: the station of an authority. It is never one marker with sites that are none. */
  isReference?: boolean;
}

/** A picture that lies on the ground, its rows evenly spaced as on the map (Mercator). */
export interface Surface {
  picture: HTMLCanvasElement;
  bounds: Bounds;
  opacity: number;
}

/** What covers the map at its edges, in pixels. */
export interface Padding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

interface Movement {
  zoom?: number;
  padding?: Partial<Padding>;
}

export interface MapEvents {
  /** Sites under the pointer; several where they share one point. */
  siteClick: { ids: readonly number[]; position: LngLat };
  siteHover: { id: number | null };
  /** A click on the ground. */
  groundClick: { position: LngLat };
  /** With every frame that moves: for what is drawn over the map. */
  move: ViewState;
  moveEnd: ViewState;
  /** Everything asked for is drawn. */
  idle: undefined;
  /** Tiles do not come; what is there stays. Told once. */
  tilesMissing: undefined;
}

export interface MapHandle {
  setSites(sites: readonly SitePoint[]): void;
  setSelected(id: number | null): void;
  setSurface(surface: Surface | null): void;
  /** Where distances are measured from at city zoom; without one, the city nearest to the middle. */
  setRingCenter(center: LngLat | null): void;
  setTheme(theme: MapTheme): void;
  setScale(scale: number): void;
  setLanguage(language: Language): void;
  moveTo(center: LngLat, movement?: Movement): void;
  fit(bounds: Bounds, movement?: Movement): void;
  zoomBy(steps: number): void;
  resize(): void;
  getView(): ViewState;
  getBounds(): Bounds;
  /** In pixels. */
  getSize(): { width: number; height: number };
  project(position: LngLat): [x: number, y: number];
  unproject(point: readonly [x: number, y: number]): LngLat;
  /** Answers with a function that stops listening. */
  on<Name extends keyof MapEvents>(name: Name, listener: (event: MapEvents[Name]) => void): () => void;
  destroy(): void;
}

export interface MapOptions {
  view: StartView;
  theme: MapTheme;
  /** How much larger than on a desk markers and words are drawn. */
  scale: number;
  language: Language;
  settings: MapSettings;
  /** The map's name for screen readers. */
  label: string;
  /** Shown with the credits, such as the number of the map's approval. */
  notes: readonly string[];
}

/** Why a map cannot be had: the browser draws no 3D graphics, keys are not set, or its server does not answer. */
export type MissingReason = 'webgl' | 'keys' | 'network';

export interface MapProvider {
  id: ProviderId;
  /** Nothing, or why it cannot be used here. */
  check(settings: MapSettings): MissingReason | undefined;
  /** Fails with a `MapError` when it turns out later. */
  mount(element: HTMLElement, options: MapOptions): Promise<MapHandle>;
}

export class MapError extends Error {
  readonly reason: MissingReason;

  constructor(reason: MissingReason) {
    super(`The map is not available: ${reason}`);
    this.reason = reason;
  }
}
