import type { MapTheme } from './map.ts';

/** How a marker looks. Its text form is the key of its image, so that equal markers are drawn once. */
export interface MarkerLook {
  shape: 'disc' | 'square';
  /** The theme to draw an old value in, hollow and grey; undefined for a current value. */
  stale: MapTheme | undefined;
  fill: string;
  ink: string;
  text: string;
  /** The number of sites in the cluster, if more than one. */
  count: number;
}

const height = 30;
const haloWidth = 5;
const margin = 2;
const font = "600 12px system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif";
const countFont = "600 10px system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif";
const staleColors = {
  light: { fill: '#fbfbfa', edge: '#9aa4ae', ink: '#5c6670' },
  dark: { fill: '#1b2531', edge: '#708090', ink: '#a9b6c4' },
};
/** Digits have equal widths, so nothing has to be measured. */
const figure = 7.2;
const smallFigure = 6.2;

export function nameLook({ shape, stale, fill, ink, text }: Omit<MarkerLook, 'count'>): string {
  return [shape, stale ?? 'fresh', fill, ink, text.replaceAll('|', ' ')].join('|');
}

export function readLook(name: string, count: number): MarkerLook {
  const [shape, state, fill = '', ink = '', text = ''] = name.split('|');
  return {
    shape: shape === 'square' ? 'square' : 'disc',
    stale: state === 'light' || state === 'dark' ? state : undefined,
    fill,
    ink,
    text,
    count,
  };
}

function formatCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 10_000 ? `${(Math.floor(count / 100) / 10).toFixed(1)}k` : `${Math.floor(count / 1000)}k`;
}

/** The size of the image, with the marker in its centre. */
function measureMarker({ text, count }: MarkerLook): [width: number, height: number] {
  const around = 2 * (margin + (count > 1 ? haloWidth : 0));
  const badge = count > 1 ? formatCount(count).length * smallFigure : 0;
  return [Math.ceil(bodyWidth(text) + around + badge), height + around];
}

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
  if (look.count > 1) drawCount(pen, look.count, width);
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

function drawCount(pen: CanvasRenderingContext2D, count: number, width: number): void {
  const text = formatCount(count);
  const wide = Math.max(16, text.length * smallFigure + 8);
  const [x, y] = [width / 2 - 1, -height / 2 + 1];
  pen.beginPath();
  pen.roundRect(x - 8, y - 8, wide, 15, 7.5);
  pen.fillStyle = '#1f2d3d';
  pen.fill();
  pen.lineWidth = 1;
  pen.strokeStyle = '#ffffff';
  pen.stroke();
  pen.font = countFont;
  pen.fillStyle = '#ffffff';
  pen.fillText(text, x - 8 + wide / 2, y);
}

/** The image of one marker, with twice the pixels for high-density screens. */
export function paintMarker(look: MarkerLook): ImageData {
  const [wide, tall] = measureMarker(look);
  const canvas = document.createElement('canvas');
  canvas.width = wide * pixelRatio;
  canvas.height = tall * pixelRatio;
  // The pixels are read back at once, which is slow from a canvas on the graphics card.
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('creating a 2D canvas context failed');
  pen.scale(pixelRatio, pixelRatio);
  drawMarker(pen, look, wide / 2, tall / 2);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

export const pixelRatio = 2;
