export interface ValueRange {
  min: number;
  max: number;
  step: number;
}

const roundSteps = [1, 2, 2.5, 5, 10];

/** A round range and step for an axis with about four lines that contains these values. */
export function roundRange(values: readonly number[], decimals: number, isFromZero: boolean): ValueRange {
  const present = values.length > 0 ? values : [0];
  const lowest = present.reduce((least, value) => Math.min(least, value));
  const highest = present.reduce((most, value) => Math.max(most, value));
  // Values that vary little, like air pressure, would be a flat line on an axis from zero.
  const hasZero = lowest >= 0 && (isFromZero || lowest < highest - lowest);
  const low = hasZero ? 0 : lowest;
  const rough = (highest - low) / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  // A step finer than the decimals would write the same number twice.
  const isWritable = (step: number) => Number.isInteger(tidy(step * 10 ** decimals));
  const steps = roundSteps.map((one) => one * power);
  const step =
    steps.find((one) => one >= rough * (1 - 1e-9) && isWritable(one)) ??
    Math.max(10 * power, 10 ** -decimals);
  const min = tidy(Math.floor(low / step + 1e-9) * step);
  const max = tidy(Math.ceil(highest / step - 1e-9) * step);
  return { min, max: max > min ? max : tidy(min + step), step: tidy(step) };
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
