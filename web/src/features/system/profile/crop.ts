export interface PictureSize {
  width: number;
  height: number;
}

/** How a picture lies under a square frame: its middle seen from the frame's, in sides of the frame. */
export interface Crop {
  x: number;
  y: number;
  /** 1: the shorter side of the picture just fills the frame. */
  zoom: number;
  /** Quarter turns, clockwise. */
  turns: number;
}

export const uncropped: Crop = { x: 0, y: 0, zoom: 1, turns: 0 };
export const mostZoom = 4;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Keeps the frame filled: no edge of the picture comes inside it. */
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

/** What is in the middle of the frame stays there. */
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

/** Draws what the frame shows into a square of this side. */
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
