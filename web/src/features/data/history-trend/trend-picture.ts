import type { EChartsType } from 'echarts/core';
import type { ChartLook } from '../../../charts/use-chart-look.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import type { LineStyle } from './line-style.ts';

export const pictureDensity = 2;
const rowHeight = 22;
const columnWidth = 320;
const margin = 16;

interface PictureFacts {
  title: string;
  fileName: string;
  lines: readonly (LineStyle & { name: string })[];
}

/** Saves the chart as a picture with its title above and the names of its lines below. */
export function saveTrendPicture(
  chart: EChartsType,
  { title, fileName, lines }: PictureFacts,
  look: ChartLook,
): void {
  const plot = chart.renderToCanvas({ pixelRatio: pictureDensity, backgroundColor: look.surface });
  const width = chart.getWidth();
  const columns = Math.max(1, Math.floor((width - margin) / columnWidth));
  const top = margin + rowHeight;
  const below = top + chart.getHeight() + margin / 2;
  const canvas = document.createElement('canvas');
  canvas.width = width * pictureDensity;
  canvas.height = (below + Math.ceil(lines.length / columns) * rowHeight + margin) * pictureDensity;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(pictureDensity, pictureDensity);
  context.fillStyle = look.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(plot, 0, top, width, chart.getHeight());
  context.fillStyle = look.ink;
  context.textBaseline = 'middle';
  context.font = `600 14px ${look.font}`;
  context.fillText(title, margin, margin, width - 2 * margin);
  context.font = `12px ${look.font}`;
  for (const [place, { name, colour, dash }] of lines.entries()) {
    const x = margin + (place % columns) * columnWidth;
    const y = below + Math.floor(place / columns) * rowHeight + rowHeight / 2;
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.setLineDash(typeof dash === 'string' ? [] : dash);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 24, y);
    context.stroke();
    context.fillText(name, x + 32, y, columnWidth - 40);
  }
  canvas.toBlob((content) => {
    if (content) saveBlob(content, `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  }, 'image/png');
}
