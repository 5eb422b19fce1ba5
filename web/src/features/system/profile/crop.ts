export interface PictureSize {
  width: number;
  height: number;
}

/** The position of a picture under a square frame: the offset of its centre, in units of the frame's side. */
export interface Crop {
  x: number;
  y: number;
  /** 1 if the shorter side of the picture fills the frame. */
  zoom: number;
  /** Quarter turns, clockwise. */
  turns: number;
}

export const uncropped: Crop = { x: 0, y: 0, zoom: 1, turns: 0 };
export const mostZoom = 4;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Limits the offset so that the picture always fills the frame. */
function keepFrameFilled({ width, height }: PictureSize, crop: Crop): Crop {
  const scale = crop.zoom / Math.min(width, height);
  const isUpright = crop.turns % 2 === 0;
  const roomX = ((isUpright ? width : height) * scale - 1) / 2;
  const roomY = ((isUpright ? height : width) * scale - 1) / 2;
  return { ...crop, x: clamp(crop.x, -roomX, roomX), y: clamp(crop.y, -roomY, roomY) };
}

export function moveCrop(picture: PictureSize, crop: Crop, dx: number, dy: number): Crop {
  return keepFrameFilled(picture, { ...crop, x: crop.x + dx, y: crop.y + dy });
}

/** Zooms around the centre of the frame. */
export function zoomCrop(picture: PictureSize, crop: Crop, zoom: number): Crop {
  const allowed = clamp(zoom, 1, mostZoom);
  const factor = allowed / crop.zoom;
  return keepFrameFilled(picture, { ...crop, x: crop.x * factor, y: crop.y * factor, zoom: allowed });
}

export function turnCrop(picture: PictureSize, { x, y, zoom, turns }: Crop, way: 'left' | 'right'): Crop {
  const turned =
    way === 'right' ? { x: 0 - y, y: x, turns: turns + 1 } : { x: y, y: 0 - x, turns: turns + 3 };
  return keepFrameFilled(picture, { ...turned, zoom, turns: turned.turns % 4 });
}

/** Draws the framed part into a square canvas. */
export function drawCrop(
  context: CanvasRenderingContext2D,
  picture: ImageBitmap,
  { x, y, zoom, turns }: Crop,
  side: number,
): void {
  const { width, height } = picture;
  const scale = (side * zoom) / Math.min(width, height);
  context.imageSmoothingQuality = 'high';
  context.resetTransform();
  context.clearRect(0, 0, side, side);
  context.translate(side * (0.5 + x), side * (0.5 + y));
  context.rotate((turns * Math.PI) / 2);
  context.scale(scale, scale);
  context.drawImage(picture, -width / 2, -height / 2);
}
