import { calmSpeed, type WindHour } from './wind-rose.ts';

export interface PolarCell {
  /** The middle of the cell: degrees the wind blows from, and its speed. */
  direction: number;
  speed: number;
  /** The smoothed mean concentration. */
  mean: number;
  /** Hours in the cell itself. */
  count: number;
}

export interface PolarPlot {
  cells: PolarCell[];
  /** The greatest speed shown; rarer, stronger winds are left out and counted. */
  maxSpeed: number;
  calm: { count: number; mean: number | null };
  count: number;
  missing: number;
  beyond: number;
}

/** The number of cells around, and from the centre to the rim. */
export const polarSteps = { direction: 36, speed: 20 };
const { direction: directionSteps, speed: speedSteps } = polarSteps;
/** Standard deviations of the smoothing, in cells. */
const smoothing = 1;
const reach = 2;

/**
 * The mean concentration by wind direction and speed (openair's polarPlot, with a Gaussian kernel in place of its
 * spline). A cell without a single hour of its own is not drawn: smoothing does not invent winds that never blew.
 */
export function makePolarPlot(hours: readonly WindHour[]): PolarPlot {
  const known = hours.filter(isComplete);
  const windy = known.filter(({ speed }) => speed >= calmSpeed);
  const calm = known.filter(({ speed }) => speed < calmSpeed);
  const maxSpeed = chooseMaxSpeed(windy.map(({ speed }) => speed));
  const grid = fillGrid(windy, maxSpeed);
  return {
    cells: smoothGrid(grid, maxSpeed),
    maxSpeed,
    calm: {
      count: calm.length,
      mean: calm.length === 0 ? null : calm.reduce((sum, { value }) => sum + value / calm.length, 0),
    },
    count: known.length,
    missing: hours.length - known.length,
    beyond: windy.filter(({ speed }) => speed > maxSpeed).length,
  };
}

interface CompleteHour {
  direction: number;
  speed: number;
  value: number;
}

function isComplete(hour: WindHour): hour is CompleteHour {
  const isNumber = (value: number | null | undefined) => value != null && Number.isFinite(value);
  if (!isNumber(hour.value) || !isNumber(hour.speed) || (hour.speed ?? -1) < 0) return false;
  return isNumber(hour.direction) || (hour.speed ?? 0) < calmSpeed;
}

/** A whole number that covers at least 99 % of the hours, so that one storm does not shrink the rest to a dot. */
function chooseMaxSpeed(speeds: readonly number[]): number {
  const sorted = Float64Array.from(speeds).sort();
  return Math.max(1, Math.ceil(sorted[Math.ceil((sorted.length * 99) / 100) - 1] ?? 1));
}

interface Grid {
  sums: Float64Array;
  counts: Float64Array;
}

function fillGrid(windy: readonly CompleteHour[], maxSpeed: number): Grid {
  const sums = new Float64Array(directionSteps * speedSteps);
  const counts = new Float64Array(directionSteps * speedSteps);
  for (const { direction, speed, value } of windy) {
    if (speed > maxSpeed) continue;
    const turn = (((direction % 360) + 360) % 360) / (360 / directionSteps);
    const ring = Math.min(speedSteps - 1, Math.floor((speed / maxSpeed) * speedSteps));
    const cell = (Math.round(turn) % directionSteps) * speedSteps + ring;
    sums[cell] = (sums[cell] ?? 0) + value;
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return { sums, counts };
}

function smoothGrid({ sums, counts }: Grid, maxSpeed: number): PolarCell[] {
  const cells: PolarCell[] = [];
  for (let turn = 0; turn < directionSteps; turn++) {
    for (let ring = 0; ring < speedSteps; ring++) {
      const count = counts[turn * speedSteps + ring] ?? 0;
      if (count === 0) continue;
      let [sum, weight] = [0, 0];
      for (const [neighbour, share] of neighboursOf(turn, ring)) {
        sum += (sums[neighbour] ?? 0) * share;
        weight += (counts[neighbour] ?? 0) * share;
      }
      cells.push({
        direction: (turn * 360) / directionSteps,
        speed: ((ring + 0.5) * maxSpeed) / speedSteps,
        mean: sum / weight,
        count,
      });
    }
  }
  return cells;
}

/** Cells within reach and their weights; directions go round, speeds end at the centre and at the rim. */
function* neighboursOf(turn: number, ring: number): Generator<[number, number]> {
  for (let dt = -reach; dt <= reach; dt++) {
    for (let dr = -reach; dr <= reach; dr++) {
      const r = ring + dr;
      if (r < 0 || r >= speedSteps) continue;
      const t = (turn + dt + directionSteps) % directionSteps;
      yield [t * speedSteps + r, Math.exp(-(dt * dt + dr * dr) / (2 * smoothing * smoothing))];
    }
  }
}
