import { countMomentsUpTo, endOfPoint, type LoosePoint, type TrendLine } from './trend-line.ts';

type LineData = Pick<TrendLine['data'], 'ts' | 'values' | 'step' | 'low' | 'high'>;

/** A plot in pixels of the screen, with the range of time and of values that it shows. */
export interface PlotScale {
  from: number;
  to: number;
  min: number;
  max: number;
  width: number;
  height: number;
}

function scaleX({ from, to, width }: PlotScale): (moment: number) => number {
  return (moment) => ((moment - from) / (to - from)) * width;
}

function scaleY({ min, max, height }: PlotScale): (value: number) => number {
  return (value) => (1 - (value - min) / (max - min)) * height;
}

/** The positions of the points in a range, and of one more on either side, so that lines reach the edges. */
export function findVisible(ts: readonly number[], from: number, to: number): [first: number, end: number] {
  const before = countMomentsUpTo(ts, from);
  return [Math.max(0, before - 1), Math.min(ts.length, countMomentsUpTo(ts, to) + 1)];
}

/** The upper and lower edge of a band in each column of pixels; NaN where there is none. */
export interface BandColumns {
  top: Float32Array;
  bottom: Float32Array;
}

/** Each point fills the columns of its time from its lowest to its highest value; in a column shared by points all count. */
export function listBandColumns(data: LineData, scale: PlotScale): BandColumns {
  const top = new Float32Array(scale.width).fill(Number.NaN);
  const bottom = new Float32Array(scale.width).fill(Number.NaN);
  const x = scaleX(scale);
  const y = scaleY(scale);
  const [first, end] = findVisible(data.ts, scale.from, scale.to);
  for (let place = first; place < end; place++) {
    const low = data.low?.[place] ?? null;
    const high = data.high?.[place] ?? null;
    if (low === null || high === null) continue;
    const upper = y(high);
    const lower = y(low);
    const left = Math.floor(x(data.ts[place] ?? 0));
    const right = Math.max(left + 1, Math.floor(x(endOfPoint(data, place))));
    for (let column = Math.max(0, left); column < Math.min(right, scale.width); column++) {
      // A comparison with NaN is false.
      if (!((top[column] ?? 0) <= upper)) top[column] = upper;
      if (!((bottom[column] ?? 0) >= lower)) bottom[column] = lower;
    }
  }
  return { top, bottom };
}

/**
 * The corners of a line. Of several points in one column of pixels only the lowest and the highest are visited: the
 * drawing looks the same, and its time does not depend on the number of values.
 */
export function eachCorner(
  { ts, values }: LineData,
  scale: PlotScale,
  visit: (x: number, y: number, isStart: boolean) => void,
): void {
  const toX = scaleX(scale);
  const toY = scaleY(scale);
  const column = { place: Number.NaN, count: 0, top: 0, topX: 0, bottom: 0, bottomX: 0 };
  let isStart = true;
  const finish = () => {
    const { count, top, topX, bottom, bottomX } = column;
    if (count === 0) return;
    const isDown = topX <= bottomX;
    visit(isDown ? topX : bottomX, isDown ? top : bottom, isStart);
    if (top !== bottom) visit(isDown ? bottomX : topX, isDown ? bottom : top, false);
    column.count = 0;
    isStart = false;
  };
  const [first, end] = findVisible(ts, scale.from, scale.to);
  for (let place = first; place < end; place++) {
    const value = values[place] ?? null;
    if (value === null) {
      finish();
      isStart = true;
      continue;
    }
    const x = toX(ts[place] ?? 0);
    const y = toY(value);
    if (Math.floor(x) !== column.place) {
      finish();
      column.place = Math.floor(x);
    }
    if (column.count === 0 || y < column.top) {
      column.top = y;
      column.topX = x;
    }
    if (column.count === 0 || y > column.bottom) {
      column.bottom = y;
      column.bottomX = x;
    }
    column.count++;
  }
  finish();
}

/** Visits those of the given points that are visible. */
export function eachLoosePoint(
  { ts, values }: LineData,
  loose: readonly LoosePoint[],
  scale: PlotScale,
  visit: (x: number, y: number, isFew: boolean) => void,
): void {
  const [toX, toY] = [scaleX(scale), scaleY(scale)];
  const [first, end] = findVisible(ts, scale.from, scale.to);
  for (const { place, isFew } of loose)
    if (place >= first && place < end) visit(toX(ts[place] ?? 0), toY(values[place] ?? 0), isFew);
}

/** Moves labels apart that would overlap, within the height of the plot; the order stays. */
export function spreadLabels(wanted: readonly number[], gap: number, height: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).toSorted((a, b) => a.y - b.y);
  let free = 0;
  for (const label of order) {
    label.y = Math.max(label.y, free);
    free = label.y + gap;
  }
  free = height;
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, free);
    free = label.y - gap;
  }
  return order.toSorted((a, b) => a.index - b.index).map(({ y }) => y);
}
