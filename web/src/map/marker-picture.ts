import { drawCountBadge, measureCountBadge } from './count-badge.ts';
import type { AlarmRing, MapTheme, SitePoint } from './map.ts';

/** How a marker looks. Its text form is the key of its image, so that equal markers are drawn once. */
export interface MarkerLook {
  shape: 'disc' | 'square';
  /** The theme to draw an old value in, hollow and grey; undefined for a current value. */
  stale: MapTheme | undefined;
  fill: string;
  ink: string;
  text: string;
  /** The highest alarm of the cluster. */
  alarm: AlarmRing | undefined;
  /** The number of its sites in alarm. */
  alarms: number;
  /** The number of sites in the cluster, if more than one. */
  count: number;
}

const height = 30;
const haloWidth = 5;
const margin = 2;
const font = "600 12px system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif";
const staleColors = {
  light: { fill: '#fbfbfa', edge: '#9aa4ae', ink: '#5c6670' },
  dark: { fill: '#1b2531', edge: '#708090', ink: '#a9b6c4' },
};
/** Digits have equal widths, so nothing has to be measured. */
const figure = 7.2;

type SiteLook = Omit<MarkerLook, 'alarm' | 'alarms' | 'count'>;

/** The part of the key that belongs to one site. */
export function nameLook({ shape, stale, fill, ink, text }: SiteLook): string {
  return [shape, stale ?? 'fresh', fill, ink, text.replaceAll('|', ' ')].join('|');
}

/** The part of the key that belongs to an alarm. It begins with the rank, so the greatest text is the highest alarm. */
export function nameAlarm(alarm: AlarmRing | undefined): string {
  return alarm ? [alarm.rank, alarm.color, alarm.ink].join(';') : '';
}

/** Reads a key: the site, the alarm, the number of sites in alarm, the number of sites. */
export function readLook(name: string): MarkerLook {
  const [shape, state, fill = '', ink = '', text = '', ring = '', alarms, count] = name.split('|');
  const [rank, color = '', ringInk = ''] = ring.split(';');
  return {
    shape: shape === 'square' ? 'square' : 'disc',
    stale: state === 'light' || state === 'dark' ? state : undefined,
    fill,
    ink,
    text,
    alarm: ring ? { rank: Number(rank), color, ink: ringInk } : undefined,
    alarms: Number(alarms),
    count: Number(count),
  };
}

/** How far the image of a marker reaches below its place. */
export function measureBelow(isCluster: boolean, hasAlarm: boolean): number {
  return height / 2 + margin + (isCluster ? haloWidth : 0) + (hasAlarm ? ringReach : 0);
}

/** How far below its position a marker is drawn, in pixels: clear of the body and the ring of a marker there. */
export function shiftBeside(beside: SitePoint['beside']): number {
  if (beside === undefined) return 0;
  const shift = height + ringReach;
  return beside === 'above' ? -shift : shift;
}

/** The size of the image, with the marker in its centre. */
function measureMarker(look: MarkerLook): [width: number, height: number] {
  const tall = 2 * measureBelow(look.count > 1, look.alarm !== undefined);
  const beyond = look.count > 1 ? 2 * (margin + measureCountBadge(look.count) - badgeInset) : 0;
  return [Math.ceil(bodyWidth(look.text) + Math.max(tall - height, beyond)), tall];
}

/** How far the badges with counts lie over the body. */
const badgeInset = 9;

/** Three digits fit into a circle. */
const bodyWidth = (text: string) => (text.length <= 3 ? height : Math.ceil(text.length * figure) + 12);

/** Draws a marker around a point. */
export function drawMarker(
  pen: CanvasRenderingContext2D,
  look: MarkerLook,
  x: number,
  y: number,
  scale = 1,
): void {
  const width = bodyWidth(look.text);
  const { fill, edge, ink } = look.stale ? staleColors[look.stale] : { ...look, edge: '#ffffff' };
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  if (look.count > 1) drawHalo(pen, look.shape, look.stale ? edge : fill, width);
  if (look.alarm) drawRing(pen, look, look.alarm, width);
  tracePath(pen, look.shape, width, height);
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = edge;
  pen.stroke();
  pen.font = font;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = ink;
  pen.fillText(look.text, 0, 0.5);
  if (look.count > 1) drawCounts(pen, look, width);
  pen.restore();
}

function tracePath(
  pen: CanvasRenderingContext2D,
  shape: MarkerLook['shape'],
  width: number,
  tall: number,
): void {
  const radius = shape === 'square' ? 4 : tall / 2;
  pen.beginPath();
  pen.roundRect(-width / 2, -tall / 2, width, tall, radius);
}

function drawHalo(
  pen: CanvasRenderingContext2D,
  shape: MarkerLook['shape'],
  color: string,
  width: number,
): void {
  tracePath(pen, shape, width + 2 * haloWidth, height + 2 * haloWidth);
  pen.globalAlpha = 0.35;
  pen.fillStyle = color;
  pen.fill();
  pen.globalAlpha = 1;
}

const ringGap = 1.5;
/** Lines that differ without colour, by rank. */
const ringLines: readonly { width: number; dash: number[]; split?: number }[] = [
  { width: 3, dash: [0, 5.2] },
  { width: 3, dash: [7, 5] },
  { width: 3, dash: [] },
  { width: 5, dash: [], split: 1 },
];
const widestRing = Math.max(...ringLines.map(({ width }) => width));
const ringReach = 2 * ringGap + widestRing;

/** A line in the colour of the alarm, outside of the body or halo, between two lines in the colour of the ground. */
function drawRing(
  pen: CanvasRenderingContext2D,
  { shape, count }: MarkerLook,
  { rank, color, ink }: AlarmRing,
  width: number,
): void {
  const { width: line = 3, dash = [], split } = ringLines[rank - 1] ?? {};
  const out = 2 * ((count > 1 ? haloWidth : 1) + ringGap + line / 2);
  const stroke = (style: string, lineWidth: number) => {
    tracePath(pen, shape, width + out, height + out);
    pen.lineWidth = lineWidth;
    pen.strokeStyle = style;
    pen.stroke();
  };
  stroke(ink, line + 2 * ringGap);
  pen.setLineDash(dash);
  pen.lineCap = 'round';
  stroke(color, line);
  pen.setLineDash([]);
  pen.lineCap = 'butt';
  if (split) stroke(ink, split);
}

/** All sites at the right, those in alarm at the left. */
function drawCounts(
  pen: CanvasRenderingContext2D,
  { alarm, alarms, count }: MarkerLook,
  width: number,
): void {
  const [x, y] = [width / 2 - badgeInset, -height / 2 + 0.5];
  drawCountBadge(pen, count, { x, y, side: 'right' }, { fill: '#1f2d3d', ink: '#ffffff' });
  if (alarm) drawCountBadge(pen, alarms, { x: -x, y, side: 'left' }, { fill: alarm.color, ink: alarm.ink });
}

let pen: CanvasRenderingContext2D | null = null;

/** A canvas of at least this size, made once: creating one takes longer than drawing a marker. */
function openPen(width: number, height: number): CanvasRenderingContext2D {
  // The pixels are read back at once, which is slow from a canvas on the graphics card.
  pen ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('creating a 2D canvas context failed');
  const { canvas } = pen;
  if (canvas.width < width) canvas.width = width;
  if (canvas.height < height) canvas.height = height;
  pen.resetTransform();
  pen.clearRect(0, 0, width, height);
  return pen;
}

/** The image of one marker, with so many pixels for one of the page. */
export function paintMarker(look: MarkerLook, pixelRatio: number): ImageData {
  const [wide, tall] = measureMarker(look);
  const [width, height] = [wide * pixelRatio, tall * pixelRatio];
  const canvas = openPen(width, height);
  canvas.scale(pixelRatio, pixelRatio);
  drawMarker(canvas, look, wide / 2, tall / 2);
  return canvas.getImageData(0, 0, width, height);
}
