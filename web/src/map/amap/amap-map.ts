import type { SiteGroup } from '../cluster-sites.ts';
import { showCredits } from '../credits.ts';
import { boundsToGcj, fromGcj, toGcj } from '../gcj.ts';
import { Listeners } from '../listeners.ts';
import {
  type LngLat,
  MapError,
  type MapHandle,
  type MapOptions,
  type MapTheme,
  type Padding,
} from '../map.ts';
import type { MapSettings } from '../map-settings.ts';
import { clampLatitude, fromWorld } from '../mercator.ts';
import { shiftCenter } from '../shift-center.ts';
import type { Amap, AmapLngLat, AmapMap } from './amap-api.ts';
import { loadAmap, loadTimeoutMs } from './load-amap.ts';
import { SiteCanvas } from './site-canvas.ts';
import '../map.css';

/** The vendor's world is 256 pixels wide at zoom 0, ours 512. */
const zoomShift = 1;
const languages = { zh: 'zh_cn', en: 'en', fr: 'en' };

/** The chosen style is for the light theme; the dark theme has a fixed one. */
const nameStyle = (theme: MapTheme, { start }: MapSettings) =>
  `amap://styles/${theme === 'dark' ? 'dark' : start.style}`;

const toPair = (position: AmapLngLat): LngLat => [position.getLng(), position.getLat()];

export async function mountAmap(element: HTMLElement, options: MapOptions): Promise<MapHandle> {
  const { amap: keys } = options.settings;
  if (!keys) throw new MapError('keys');
  const amap = await loadAmap(keys);
  // Next to our canvas, because the vendor's map clears its own element.
  const ground = document.createElement('div');
  ground.className = 'limpid-map-ground';
  ground.setAttribute('aria-label', options.label);
  element.append(ground);
  const map = new amap.Map(ground, {
    viewMode: '2D',
    zoom: options.view.zoom + zoomShift,
    center: toGcj(options.view.center),
    mapStyle: nameStyle(options.theme, options.settings),
    lang: languages[options.language],
    rotateEnable: false,
    pitchEnable: false,
  });
  await waitUntilComplete(map);
  if (options.view.adcode) map.setCity(options.view.adcode);
  showCredits(element, options.notes);
  const canvas = new SiteCanvas(element);
  canvas.setTheme(options.theme);
  canvas.setScale(options.scale);
  return makeHandle(amap, map, canvas, { element, settings: options.settings });
}

/** With a wrong key the script loads and the map stays empty. */
function waitUntilComplete(map: AmapMap): Promise<void> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => {
      map.destroy();
      failed(new MapError('network'));
    }, loadTimeoutMs);
    map.on('complete', () => {
      clearTimeout(timer);
      done();
    });
  });
}

interface Frame {
  element: HTMLElement;
  settings: MapSettings;
}

function makeHandle(amap: Amap, map: AmapMap, canvas: SiteCanvas, frame: Frame): MapHandle {
  const listeners = new Listeners();
  const readZoom = () => map.getZoom() - zoomShift;
  const readView = () => ({ center: fromGcj(toPair(map.getCenter())), zoom: readZoom() });
  const draw = () => canvas.draw({ center: toPair(map.getCenter()), zoom: readZoom() });
  const move = ([longitude, latitude]: LngLat, zoom: number, padding?: Partial<Padding>) => {
    const place = toGcj([longitude, clampLatitude(latitude)]);
    map.setZoomAndCenter(zoom + zoomShift, shiftCenter(place, zoom, padding));
  };
  listen(map, canvas, listeners, { draw, readView, move });
  draw();
  let areDrawn = false;
  return {
    setSites(sites) {
      canvas.setSites(sites);
      draw();
      if (areDrawn || sites.length === 0) return;
      areDrawn = true;
      // The caller may listen only after it has set the sites.
      queueMicrotask(() => listeners.emit('sitesDrawn', undefined));
    },
    setSelected(id) {
      canvas.setSelected(id);
      draw();
    },
    setSurface(surface) {
      canvas.setSurface(surface);
      draw();
    },
    // Streets show the scale, so rings of distance are not needed.
    setRingCenter: () => undefined,
    setTheme(theme) {
      map.setMapStyle(nameStyle(theme, frame.settings));
      canvas.setTheme(theme);
      draw();
    },
    setScale(scale) {
      canvas.setScale(scale);
      draw();
    },
    // The language of the vendor's map is fixed when it is created.
    setLanguage: () => undefined,
    moveTo: (center, { zoom = readZoom(), padding } = {}) => move(center, zoom, padding),
    fit(bounds, { zoom = 13, padding: { top = 0, right = 0, bottom = 0, left = 0 } = {} } = {}) {
      const [west, south, east, north] = boundsToGcj(bounds);
      const area = new amap.Bounds([west, clampLatitude(south)], [east, clampLatitude(north)]);
      map.setBounds(area, true, [top, bottom, left, right], zoom + zoomShift);
    },
    zoomBy: (steps) => move(readView().center, readZoom() + steps),
    resize: draw,
    getView: readView,
    getBounds() {
      const bounds = map.getBounds();
      return [...fromGcj(toPair(bounds.getSouthWest())), ...fromGcj(toPair(bounds.getNorthEast()))];
    },
    getSize: () => ({ width: frame.element.clientWidth, height: frame.element.clientHeight }),
    getMarkers: () => canvas.getMarkers(),
    project(position) {
      const pixel = map.lngLatToContainer(toGcj(position));
      return [pixel.getX(), pixel.getY()];
    },
    unproject: ([x, y]) => fromGcj(toPair(map.containerToLngLat(new amap.Pixel(x, y)))),
    on: (name, listener) => listeners.on(name, listener),
    destroy() {
      map.destroy();
      frame.element.replaceChildren();
    },
  };
}

interface Movements {
  draw(): void;
  readView(): { center: LngLat; zoom: number };
  move(center: LngLat, zoom: number): void;
}

function listen(
  map: AmapMap,
  canvas: SiteCanvas,
  listeners: Listeners,
  { draw, readView, move }: Movements,
): void {
  let hovered: number | null = null;
  let hoveredCluster: SiteGroup | null = null;
  for (const name of ['mapmove', 'zoomchange', 'resize'] as const) {
    map.on(name, () => {
      draw();
      // The next zoom has other clusters.
      hoverCluster(null);
      listeners.emit('move', readView());
    });
  }
  for (const name of ['moveend', 'zoomend'] as const) {
    map.on(name, () => {
      draw();
      listeners.emit('moveEnd', readView());
      listeners.emit('idle', undefined);
    });
  }
  map.on('click', ({ lnglat, pixel }) => {
    const groups = canvas.findAll(pixel.getX(), pixel.getY());
    const [group] = groups;
    const position = fromGcj(toPair(lnglat));
    if (!group) return listeners.emit('groundClick', { position });
    if (isOnePlace(group)) {
      const ids = groups.filter(isOnePlace).flatMap(({ members }) => members.map(({ id }) => id));
      listeners.emit('siteClick', { ids, position: group.worst.position });
    } else move(position, readView().zoom + 2);
  });
  map.on('mousemove', ({ pixel }) => {
    const group = canvas.find(pixel.getX(), pixel.getY());
    hover(group?.members.length === 1 ? group.worst.id : null);
    hoverCluster(group && group.members.length > 1 ? group : null);
  });
  map.on('mouseout', () => {
    hover(null);
    hoverCluster(null);
  });

  function hover(id: number | null): void {
    if (id === hovered) return;
    hovered = id;
    listeners.emit('siteHover', { id });
  }

  function hoverCluster(cluster: SiteGroup | null): void {
    if (cluster === hoveredCluster) return;
    hoveredCluster = cluster;
    const found = cluster && {
      position: fromGcj(fromWorld(cluster.x, cluster.y)),
      count: cluster.members.length,
      isReference: cluster.worst.isReference ?? false,
    };
    listeners.emit('clusterHover', found);
  }
}

const isOnePlace = ({ worst, members }: SiteGroup) =>
  members.every(({ position }) => position.join() === worst.position.join());
