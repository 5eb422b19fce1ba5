import type { Language } from '@limpid/contract/language';
import type { FetchTile } from './fetch-tile.ts';
import type { Basemap, MapSettings } from './map-settings.ts';
import type { TileTrouble } from './tile-trouble.ts';

/** Longitude and latitude in WGS-84, the only system used outside of adapters. */
export type LngLat = readonly [longitude: number, latitude: number];
/** West, south, east, north. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];
export type MapTheme = 'light' | 'dark';
export type ProviderId = 'embedded' | 'tiles' | 'amap';
/** The map that a page requests: AMap, or the installation's own. */
export type ProviderChoice = 'amap' | 'own';

export interface ViewState {
  center: LngLat;
  /** The whole world is 512 pixels wide at zoom 0. */
  zoom: number;
}

export interface StartView extends ViewState {
  /** An administrative code to start at instead, on maps that support such codes. */
  adcode?: string | undefined;
}

/** A ring around a marker; the highest rank represents a cluster. */
export interface AlarmRing {
  /** From 1 to 4, each with a line of its own: dotted, dashed, solid, double. */
  rank: number;
  color: string;
  /** On `color`, and around the ring, so that it stands out from any ground. */
  ink: string;
}

/** One site as the map draws it. The caller provides colours and texts: the map knows no levels. */
export interface SitePoint {
  id: number;
  position: LngLat;
  /** Drawn under the marker where there is room. */
  name: string;
  /** The number on the marker. */
  text: string;
  fill: string;
  ink: string;
  /** The greatest weight of current values, else of old ones, represents a cluster. An integer, see `weighMarker`. */
  weight: number;
  /** Hollow and grey: the value is old. */
  isStale?: boolean;
  /** A reference station: drawn as a square and never clustered with sites. */
  isReference?: boolean;
  /** Drawn above or below its position, where no zoom separates it from a site that would cover it. */
  beside?: 'above' | 'below' | undefined;
  alarm?: AlarmRing | undefined;
}

/** An image on the ground, its rows evenly spaced in Mercator projection. */
export interface SurfaceImage {
  picture: HTMLCanvasElement;
  bounds: Bounds;
  opacity: number;
}

/** How much of the map is covered at each edge, in pixels. */
export interface Padding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** A marker that stands for several places. */
export interface SiteCluster {
  position: LngLat;
  count: number;
  /** Of reference stations. */
  isReference: boolean;
}

interface Movement {
  zoom?: number;
  padding?: Partial<Padding>;
}

export interface MapEvents {
  /** The sites under the pointer; several where they share one point. */
  siteClick: { ids: readonly number[]; position: LngLat };
  siteHover: { id: number | null };
  /** The cluster under the pointer. */
  clusterHover: SiteCluster | null;
  /** A click on the ground. */
  groundClick: { position: LngLat };
  /** Every frame of a movement, for overlays. */
  move: ViewState;
  moveEnd: ViewState;
  /** Everything is drawn. */
  idle: undefined;
  /** Markers of sites are on the screen for the first time. */
  sitesDrawn: undefined;
  /** Tiles fail to load, with the reason if they are the operator's. */
  tilesMissing: TileTrouble | null;
  /** The operator's tiles load again. */
  tilesBack: undefined;
}

export interface MapHandle {
  setSites(sites: readonly SitePoint[]): void;
  setSelected(id: number | null): void;
  setSurface(surface: SurfaceImage | null): void;
  /** The centre of the distance rings at city zoom; null for the city nearest to the centre of the map. */
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
  /** The middle of each marker that is drawn, in pixels. */
  getMarkers(): (readonly [x: number, y: number])[];
  project(position: LngLat): [x: number, y: number];
  unproject(point: readonly [x: number, y: number]): LngLat;
  /** Returns a function that stops listening. */
  on<Name extends keyof MapEvents>(name: Name, listener: (event: MapEvents[Name]) => void): () => void;
  destroy(): void;
}

export interface MapOptions {
  view: StartView;
  theme: MapTheme;
  /** The scale of markers and labels relative to a desktop. */
  scale: number;
  language: Language;
  settings: MapSettings;
  basemap: Basemap;
  /** Fetches tiles in another way, for maps that are not saved yet. */
  fetchTile?: FetchTile;
  /** The map's name for screen readers. */
  label: string;
  /** Shown with the credits, such as the number of the map's approval. */
  notes: readonly string[];
}

/** Why a map is not available: no WebGL, no keys, or no response from its server. */
export type MissingReason = 'webgl' | 'keys' | 'network';

export interface MapProvider {
  id: ProviderId;
  /** Returns why the map cannot be used here, or undefined. */
  check(settings: MapSettings): MissingReason | undefined;
  /** Rejects with a `MapError` if the map turns out not to be available. */
  mount(element: HTMLElement, options: MapOptions): Promise<MapHandle>;
}

export class MapError extends Error {
  readonly reason: MissingReason;

  constructor(reason: MissingReason) {
    super(`The map is not available: ${reason}`);
    this.reason = reason;
  }
}
