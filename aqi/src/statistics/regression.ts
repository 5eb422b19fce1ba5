/** Pairs of two series at the same times; a pair counts only where both values are present. */
export interface Pairs {
  x: readonly (number | null)[];
  y: readonly (number | null)[];
}

export interface Regression {
  count: number;
  slope: number;
  intercept: number;
  /** The share of the variance of y that the line explains; null if y does not vary: there is nothing to explain. */
  rSquared: number | null;
}

interface Moments {
  count: number;
  meanX: number;
  meanY: number;
  /** Sums of squared deviations and of their products. */
  xx: number;
  yy: number;
  xy: number;
}

/** The line of least squares; null with fewer than three pairs or without variation of x. */
export function fitLine(pairs: Pairs): Regression | null {
  const { count, meanX, meanY, xx, yy, xy } = collectMoments(pairs);
  if (count < 3 || xx === 0) return null;
  const slope = xy / xx;
  const rSquared = yy === 0 ? null : Math.min(1, (xy * xy) / (xx * yy));
  return { count, slope, intercept: meanY - slope * meanX, rSquared };
}

/** Pearson's correlation; null with fewer than three pairs or where one side does not vary. */
export function correlate(pairs: Pairs): { count: number; r: number | null } {
  const { count, xx, yy, xy } = collectMoments(pairs);
  if (count < 3 || xx === 0 || yy === 0) return { count, r: null };
  return { count, r: Math.min(1, Math.max(-1, xy / Math.sqrt(xx * yy))) };
}

/** Welford's update: one pass, without the cancellation of sums of squares. */
function collectMoments({ x, y }: Pairs): Moments {
  const moments = { count: 0, meanX: 0, meanY: 0, xx: 0, yy: 0, xy: 0 };
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const [a, b] = [x[i] ?? Number.NaN, y[i] ?? Number.NaN];
    if (!Number.isFinite(a) || !Number.isFinite(b)) continue;
    moments.count++;
    const [deltaX, deltaY] = [a - moments.meanX, b - moments.meanY];
    moments.meanX += deltaX / moments.count;
    moments.meanY += deltaY / moments.count;
    moments.xx += deltaX * (a - moments.meanX);
    moments.yy += deltaY * (b - moments.meanY);
    moments.xy += deltaX * (b - moments.meanY);
  }
  return moments;
}
