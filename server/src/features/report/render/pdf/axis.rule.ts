export interface Axis {
  from: number;
  to: number;
  /** The values of its grid lines, ascending. */
  ticks: number[];
  /** Of the labels at its ticks. */
  decimals: number;
}

const mostTicks = 6;

/** Of values that are all zero, or absent. */
const leastSpan = 1e-6;

/** An axis with round steps that contains zero and all values. */
export function makeAxis(values: readonly number[]): Axis {
  const least = values.reduce((lowest, value) => Math.min(lowest, value), 0);
  const span = values.reduce((highest, value) => Math.max(highest, value), 0) - least;
  const most = span < leastSpan ? least + 1 : least + span;
  const step = roundStep((most - least) / (mostTicks - 1));
  const first = Math.floor(least / step.size);
  const last = Math.ceil(most / step.size);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => divide(first + i, step));
  return { from: ticks[0] ?? 0, to: ticks.at(-1) ?? 1, ticks, decimals: step.decimals };
}

interface Step {
  size: number;
  decimals: number;
}

/** The next of 1, 2, 5, 10, 20, 50 … */
function roundStep(least: number): Step {
  const power = Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((round) => round * 10 ** power >= least * (1 - 1e-9)) ?? 10;
  const decimals = Math.max(0, factor === 10 ? -power - 1 : -power);
  return { size: factor * 10 ** power, decimals };
}

/** Without the remainders of binary fractions. */
function divide(count: number, { size, decimals }: Step): number {
  return Number((count * size).toFixed(decimals));
}
