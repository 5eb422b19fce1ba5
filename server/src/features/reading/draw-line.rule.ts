/** The lowest and highest value of steps; null in a gap. */
export interface RangeLine {
  at: number[];
  low: (number | null)[];
  high: (number | null)[];
}

/** The lowest and highest value of each step, with a null where values are missing for longer than `gapMs`. */
export function drawLine(
  values: readonly { at: number; value: number | null }[],
  stepMs: number,
  gapMs: number,
): RangeLine {
  const line: RangeLine = { at: [], low: [], high: [] };
  const add = (at: number, low: number | null, high: number | null) => {
    line.at.push(at);
    line.low.push(low);
    line.high.push(high);
  };
  let before: number | undefined;
  for (const { at, value } of values) {
    if (value === null) continue;
    const step = at - (at % stepMs);
    const last = line.at.length - 1;
    if (before !== undefined && at - before > Math.max(gapMs, stepMs))
      add(Math.min(before + stepMs, at - 1), null, null);
    else if (line.at[last] === step) {
      line.low[last] = Math.min(line.low[last] ?? value, value);
      line.high[last] = Math.max(line.high[last] ?? value, value);
      before = at;
      continue;
    }
    add(step, value, value);
    before = at;
  }
  return line;
}
