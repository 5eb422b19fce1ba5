import { countAlarms, groupSites, type SiteGroup } from '../cluster-sites.ts';
import { toGcj } from '../gcj.ts';
import type { MapTheme, SitePoint, SurfaceImage, ViewState } from '../map.ts';
import { drawMarker, type MarkerLook, shiftBeside } from '../marker-picture.ts';
import { clusterMaxZoom, clusterRadius, toWorld, worldPixels } from '../mercator.ts';

const hitPixels = 18;
/** Markers this far outside of the view are drawn too, so that none is cut off. */
const edge = 40;

/** Converts Mercator coordinates to pixels. */
type Place = (x: number, y: number) => readonly [x: number, y: number];

interface Drawn {
  group: SiteGroup;
  x: number;
  y: number;
}

/** Draws markers on our own canvas above the vendor's map, so that they look the same on every map. */
export class SiteCanvas {
  readonly #canvas = document.createElement('canvas');
  readonly #element: HTMLElement;
  #sites: readonly SitePoint[] = [];
  #places = new Map<SitePoint, [number, number]>();
  #groups: { zoom: number; list: SiteGroup[] } | undefined;
  #surface: SurfaceImage | null = null;
  #selected: number | null = null;
  #theme: MapTheme = 'light';
  #scale = 1;
  #drawn: Drawn[] = [];

  constructor(element: HTMLElement) {
    this.#element = element;
    this.#canvas.className = 'limpid-map-markers';
    element.append(this.#canvas);
  }

  setSites(sites: readonly SitePoint[]): void {
    this.#sites = sites;
    this.#places = new Map(sites.map((site) => [site, toWorld(toGcj(site.position))]));
    this.#groups = undefined;
  }

  setSelected(id: number | null): void {
    this.#selected = id;
  }

  setTheme(theme: MapTheme): void {
    this.#theme = theme;
  }

  /** Larger markers need more room. */
  setScale(scale: number): void {
    if (scale !== this.#scale) this.#groups = undefined;
    this.#scale = scale;
  }

  setSurface(surface: SurfaceImage | null): void {
    this.#surface = surface;
  }

  /** The view's centre is in GCJ-02 here, like everything that is drawn. */
  draw({ center, zoom }: ViewState): void {
    const { clientWidth: width, clientHeight: height } = this.#element;
    const ratio = window.devicePixelRatio || 1;
    this.#canvas.width = width * ratio;
    this.#canvas.height = height * ratio;
    const size = 512 * 2 ** zoom;
    const [middleX, middleY] = toWorld(center);
    const place: Place = (x, y) => [(x - middleX) * size + width / 2, (y - middleY) * size + height / 2];
    const isSeen = ({ x, y }: Drawn) => x > -edge && y > -edge && x < width + edge && y < height + edge;
    this.#drawn = this.#groupsAt(zoom)
      .map((group) => {
        const [x, y] = place(group.x, group.y);
        return { group, x, y: y + shiftOf(group) * this.#scale };
      })
      .filter(isSeen);
    const pen = this.#canvas.getContext('2d');
    if (pen) this.#paint(pen, ratio, place);
  }

  #paint(pen: CanvasRenderingContext2D, ratio: number, place: Place): void {
    pen.scale(ratio, ratio);
    this.#drawSurface(pen, place);
    for (const { group, x, y } of this.#drawn) {
      const look = markerLookOf(group, this.#theme);
      const radius = (look.alarm ? 26 : 21) * this.#scale;
      if (group.members.some(({ id }) => id === this.#selected)) drawRing(pen, x, y, radius);
      drawMarker(pen, look, x, y, this.#scale);
    }
  }

  getMarkers(): (readonly [x: number, y: number])[] {
    return this.#drawn.map(({ x, y }) => [x, y]);
  }

  /** The clusters under a pixel; the one drawn last, which is on top, comes first. */
  findAll(x: number, y: number): SiteGroup[] {
    const reach = hitPixels * this.#scale;
    const found = this.#drawn.filter((drawn) => Math.hypot(drawn.x - x, drawn.y - y) <= reach);
    return found.reverse().map(({ group }) => group);
  }

  find(x: number, y: number): SiteGroup | undefined {
    return this.findAll(x, y)[0];
  }

  #groupsAt(zoom: number): SiteGroup[] {
    const whole = Math.floor(zoom);
    if (this.#groups?.zoom !== whole) {
      const reach = whole > clusterMaxZoom ? 0 : (clusterRadius * this.#scale) / (worldPixels * 2 ** whole);
      const group = (isReference: boolean) =>
        groupSites(
          this.#sites.filter((site) => (site.isReference ?? false) === isReference),
          (site) => this.#places.get(site) ?? [0, 0],
          reach,
        );
      // Clustered separately, so that no reference station represents our own sites.
      const list = [...group(true), ...group(false)];
      this.#groups = { zoom: whole, list };
    }
    return this.#groups.list;
  }

  #drawSurface(pen: CanvasRenderingContext2D, place: Place): void {
    if (!this.#surface) return;
    const { picture, opacity, bounds } = this.#surface;
    const [west, south, east, north] = bounds;
    const [left, top] = place(...toWorld(toGcj([west, north])));
    const [right, bottom] = place(...toWorld(toGcj([east, south])));
    pen.globalAlpha = opacity;
    pen.drawImage(picture, left, top, right - left, bottom - top);
    pen.globalAlpha = 1;
  }
}

/** A cluster is drawn beside its position if all of its members are. */
function shiftOf({ worst, members }: SiteGroup): number {
  return members.every(({ beside }) => beside === worst.beside) ? shiftBeside(worst.beside) : 0;
}

function markerLookOf({ worst, members }: SiteGroup, theme: MapTheme): MarkerLook {
  const { fill, ink, text, isStale = false, isReference = false } = worst;
  return {
    shape: isReference ? 'square' : 'disc',
    stale: isStale ? theme : undefined,
    fill,
    ink,
    text,
    ...countAlarms(members),
    count: members.length,
  };
}

/** Marks the selection. */
function drawRing(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.lineWidth = 2;
  pen.strokeStyle = '#1668dc';
  pen.stroke();
}
