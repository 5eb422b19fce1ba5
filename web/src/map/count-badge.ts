const font = "600 10px system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif";
/** Digits have equal widths, so nothing has to be measured. */
const figure = 6.2;
const height = 15;

function formatCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 10_000 ? `${(Math.floor(count / 100) / 10).toFixed(1)}k` : `${Math.floor(count / 1000)}k`;
}

export function measureCountBadge(count: number): number {
  return Math.max(16, formatCount(count).length * figure + 8);
}

interface BadgePlace {
  /** The edge from which the badge grows outwards. */
  x: number;
  y: number;
  side: 'left' | 'right';
}

/** Draws a number at a corner of a marker. */
export function drawCountBadge(
  pen: CanvasRenderingContext2D,
  count: number,
  { x, y, side }: BadgePlace,
  { fill, ink }: { fill: string; ink: string },
): void {
  const wide = measureCountBadge(count);
  const left = side === 'left' ? x - wide : x;
  pen.beginPath();
  pen.roundRect(left, y - height / 2, wide, height, height / 2);
  // Below a translucent colour.
  pen.fillStyle = ink;
  pen.fill();
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = 1;
  pen.strokeStyle = ink;
  pen.stroke();
  pen.font = font;
  pen.fillStyle = ink;
  pen.fillText(formatCount(count), left + wide / 2, y + 0.5);
}
