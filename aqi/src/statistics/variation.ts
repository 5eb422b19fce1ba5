export interface GroupMean {
  group: number;
  count: number;
  mean: number;
  /** The 95 % confidence interval of the mean; null for a single value. */
  lower: number | null;
  upper: number | null;
}

/** Quantiles 0.975 of Student's t for 1 to 30 degrees of freedom. */
const studentT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
/** The same quantile of the normal distribution. */
const normal = 1.959964;

/** Beyond the table, the expansion of Abramowitz and Stegun 26.7.5; its error is below 1e-5. */
function quantileOfT(freedom: number): number {
  const first = (normal ** 3 + normal) / 4;
  const second = (5 * normal ** 5 + 16 * normal ** 3 + 3 * normal) / 96;
  return studentT[freedom - 1] ?? normal + first / freedom + second / freedom ** 2;
}

/**
 * Means by group (hour of day, weekday, month), with confidence intervals of Student's t. Values of neighbouring hours
 * depend on each other, so give one value per day and group, or the interval is too narrow.
 */
export function meansByGroup(values: readonly { group: number; value: number }[]): GroupMean[] {
  const groups = Map.groupBy(values, ({ group }) => group);
  return [...groups]
    .map(([group, members]) =>
      describeGroup(
        group,
        members.map(({ value }) => value),
      ),
    )
    .sort((a, b) => a.group - b.group);
}

function describeGroup(group: number, values: readonly number[]): GroupMean {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value / count, 0);
  if (count < 2) return { group, count, mean, lower: null, upper: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = (quantileOfT(count - 1) * Math.sqrt(squares / (count - 1))) / Math.sqrt(count);
  return { group, count, mean, lower: mean - half, upper: mean + half };
}
