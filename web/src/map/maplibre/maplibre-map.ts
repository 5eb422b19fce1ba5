import { GeoJSONSource, Map as MapLibre, prewarm, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { PMTiles } from 'pmtiles';
import { showCredits } from '../credits.ts';
import { fetchTile } from '../fetch-tile.ts';
import { Listeners } from '../listeners.ts';
import type { MapHandle, MapOptions, SitePoint, ViewState } from '../map.ts';
import '../map.css';
import { clampLatitude, clusterRadius, maxMapZoom, nearestCopy } from '../mercator.ts';
import { shiftCenter } from '../shift-center.ts';
import { listFirstTiles } from './first-tiles.ts';
import { followTiles } from './follow-tiles.ts';
import { keepPictures } from './keep-pictures.ts';
import { keepSelected, keepSites } from './keep-sources.ts';
import { keepMeasures, readBounds } from './measure.ts';
import { type OperatorTiles, openOperatorTiles } from './operator-tiles.ts';
import { loadEarly, pmtilesFiles } from './pmtiles-files.ts';
import { listenToSites, readMarkers } from './site-events.ts';
import { pickFeature } from './site-source.ts';
import { applyLayers, buildLayers, buildStyle, changeTileLayers, type StyleOptions } from './style.ts';
import { drawSurfaceImage } from './surface-image.ts';
import { watchBasemap } from './watch-tiles.ts';

setWorkerUrl(workerUrl);
const basemapUrl = new URL(import.meta.env.BASEMAP_URL, location.href).href;
const basemap = new PMTiles(basemapUrl);
pmtilesFiles.add(basemap);
// The directory of the tiles and the workers are ready when the first map is opened; its tiles report errors.
void basemap.getHeader().catch(() => undefined);
prewarm();

/** Asks for the tiles of the first view while the sites are under way. */
export async function loadFirstTiles(
  view: ViewState,
  size: { width: number; height: number },
): Promise<void> {
  if (haveFirstTiles) return;
  haveFirstTiles = true;
  const { maxZoom } = await basemap.getHeader();
  for (const { z, x, y } of listFirstTiles(view, size, maxZoom))
    loadEarly(`pmtiles://${basemapUrl}/${z}/${x}/${y}`);
}
let haveFirstTiles = false;

const embeddedCredit = 'Natural Earth · GeoNames CC BY 4.0';

/** A MapLibre map: the embedded base map at once, and the operator's tiles on top as soon as they can be read. */
export async function mountMapLibre(element: HTMLElement, options: MapOptions): Promise<MapHandle> {
  const { provider, style } = options.basemap;
  const open = provider && (() => openOperatorTiles(provider, options.fetchTile ?? fetchTile));
  const opening = open?.();
  // Reported below, once there is a map to report to.
  opening?.catch(() => undefined);
  const { theme, scale, language } = options;
  const { borders } = options.settings;
  const look: StyleOptions = {
    theme,
    scale,
    language,
    borders,
    plain: style === 'plain',
    isWaterKnown: false,
    named: false,
    operatorTiles: undefined,
  };
  const map = makeMap(element, options, look);
  // Not `load`, which waits for every tile and would hang if the tile server never answers.
  await new Promise((done) => map.once('style.load', done));
  showCredits(element, [...options.notes, provider?.credit ?? '', embeddedCredit]);
  const listeners = new Listeners();
  listenToSites(map, listeners);
  map.on('move', () => listeners.emit('move', readView(map)));
  map.on('moveend', () => listeners.emit('moveEnd', readView(map)));
  const { handle, showTiles, showNames, showWater } = makeHandle(map, listeners, look);
  onFirstTiles(map, showWater);
  listeners.on('sitesDrawn', showNames);
  map.on('idle', () => {
    // A map without markers in view.
    if (!showNames()) listeners.emit('idle', undefined);
  });
  noticeSites(map, listeners);
  if (open && opening) {
    const troubled = { name: provider.name, hasKey: provider.key !== '' };
    followTiles({ map, listeners, showTiles }, { ...troubled, first: opening, open });
  } else watchBasemap(map, listeners);
  return handle;
}

/** Reports the first frame with markers, which may come before the tiles. */
function noticeSites(map: MapLibre, listeners: Listeners): void {
  const hasSites = (area?: [[number, number], [number, number]]) =>
    map.queryRenderedFeatures(area, { layers: ['sites'] }).length > 0;
  const listening = map.on('render', () => {
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    // A hit in the middle makes it unnecessary to read hundreds of markers.
    const isFound = hasSites([
      [width * 0.45, height * 0.45],
      [width * 0.55, height * 0.55],
    ]);
    if (!isFound && !hasSites()) return;
    listening.unsubscribe();
    listeners.emit('sitesDrawn', undefined);
  });
}

/** Calls back when all tiles of the embedded map in view are there. */
function onFirstTiles(map: MapLibre, callback: () => void): void {
  const listening = map.on('sourcedata', ({ sourceId, tile }) => {
    if (sourceId !== 'basemap' || !tile || !map.isSourceLoaded('basemap')) return;
    listening.unsubscribe();
    callback();
  });
}

function makeMap(element: HTMLElement, { view, label }: MapOptions, look: StyleOptions): MapLibre {
  const map = new MapLibre({
    container: element,
    style: buildStyle(look, basemapUrl),
    center: [...view.center],
    zoom: view.zoom,
    // A phone needs less than 1 to show two continents; the height of the map limits it further.
    minZoom: 0,
    maxZoom: maxMapZoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    rollEnabled: false,
    maxPitch: 0,
    fadeDuration: 0,
    locale: { 'Map.Title': label },
    localIdeographFontFamily:
      "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif",
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ maxWidth: 90, unit: 'metric' }), 'bottom-right');
  return map;
}

const readView = (map: MapLibre) => {
  const { lng, lat } = map.getCenter().wrap();
  return { center: [lng, lat], zoom: map.getZoom() } as const;
};

/** Larger markers need more room. */
function spreadClusters(map: MapLibre, scale: number): void {
  for (const name of ['sites', 'references']) {
    const source = map.getSource(name);
    if (!(source instanceof GeoJSONSource)) continue;
    void source.setClusterOptions({ cluster: true, clusterRadius: clusterRadius * scale });
  }
}

function makeHandle(map: MapLibre, listeners: Listeners, first: StyleOptions) {
  const measures = keepMeasures(map);
  const pictures = keepPictures(map, first.scale);
  const sources = {
    sites: keepSites(map, 'sites'),
    references: keepSites(map, 'references'),
    selected: keepSelected(map),
  };
  let look = first;
  let sites: readonly SitePoint[] = [];
  let selected: number | null = null;
  const restyle = (changes: Partial<StyleOptions>) => {
    const before = buildLayers(look);
    look = { ...look, ...changes };
    applyLayers(map, before, buildLayers(look));
  };
  const showSelected = () => sources.selected.show(pickFeature(sites, selected, look.theme));
  const showSites = () => {
    pictures.forgetOld();
    const [monitored, references] = [
      sites.filter((site) => !site.isReference),
      sites.filter((site) => site.isReference),
    ];
    sources.sites.show(monitored, look.theme);
    sources.references.show(references, look.theme);
    showSelected();
  };
  const showTiles = (operatorTiles: OperatorTiles | undefined) => {
    const [before, oldSources] = [buildLayers(look), look.operatorTiles?.sources ?? {}];
    look = { ...look, operatorTiles };
    for (const [id, source] of Object.entries(operatorTiles?.sources ?? {})) map.addSource(id, source);
    changeTileLayers(map, before, buildLayers(look));
    for (const id of Object.keys(oldSources)) map.removeSource(id);
  };
  /** Returns whether they were missing: the map is then drawn once more. */
  const showNames = (): boolean => {
    if (look.named) return false;
    const before = buildLayers(look);
    look = { ...look, named: true };
    changeTileLayers(map, before, buildLayers(look));
    return true;
  };
  const handle: MapHandle = {
    setSites(points) {
      sites = points;
      showSites();
      if (points.length === 0) showNames();
    },
    setSelected(id) {
      selected = id;
      showSelected();
    },
    setSurface: (surface) => drawSurfaceImage(map, surface),
    setRingCenter: measures.setRingCenter,
    setTheme(theme) {
      restyle({ theme });
      showSites();
    },
    setScale(scale) {
      if (scale === look.scale) return;
      pictures.setScale(scale);
      restyle({ scale });
      spreadClusters(map, scale);
    },
    setLanguage: (language) => restyle({ language }),
    moveTo([longitude, latitude], { zoom = map.getZoom(), padding } = {}) {
      const place = [nearestCopy(longitude, map.getCenter().lng), clampLatitude(latitude)] as const;
      map.flyTo({ center: shiftCenter(place, zoom, padding), zoom });
    },
    fit([west, south, east, north], { zoom, padding } = {}) {
      const bounds: [number, number, number, number] = [
        west,
        clampLatitude(south),
        east,
        clampLatitude(north),
      ];
      const none = { top: 0, right: 0, bottom: 0, left: 0 };
      map.fitBounds(bounds, { padding: { ...none, ...padding }, maxZoom: zoom ?? 13 });
    },
    zoomBy: (steps) => void map.easeTo({ zoom: map.getZoom() + steps }),
    resize: () => void map.resize(),
    getView: () => readView(map),
    getBounds: () => readBounds(map),
    getSize() {
      const { clientWidth, clientHeight } = map.getContainer();
      return { width: clientWidth, height: clientHeight };
    },
    getMarkers: () => readMarkers(map),
    project([longitude, latitude]) {
      const seen = nearestCopy(longitude, map.getCenter().lng);
      const { x, y } = map.project([seen, clampLatitude(latitude)]);
      return [x, y];
    },
    unproject(point) {
      const { lng, lat } = map.unproject([...point]).wrap();
      return [lng, lat];
    },
    on: (name, listener) => listeners.on(name, listener),
    destroy: () => map.remove(),
  };
  return { handle, showTiles, showNames, showWater: () => restyle({ isWaterKnown: true }) };
}
