/** A flat line stays flat: small differences are not stretched over the whole height. */
const leastSpan = 0.1;

interface Spark {
  /** The data of one SVG path; hours without a value are gaps. */
  path: string;
  /** The newest value, if it belongs to the last hour. */
  end: { x: number; y: number } | undefined;
  low: number;
  high: number;
}

/** The line of some values in a box; undefined without any value. */
export function drawSpark(
  values: readonly (number | null)[],
  { width, height, margin }: { width: number; height: number; margin: number },
): Spark | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return undefined;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const span = Math.max(high - low, Math.abs(high) * leastSpan, Number.MIN_VALUE);
  const middle = (low + high) / 2;
  const round = (number: number) => Math.round(number * 10) / 10;
  const x = (place: number) =>
    round(margin + (place / Math.max(1, values.length - 1)) * (width - 2 * margin));
  const y = (value: number) => round(height / 2 - ((value - middle) / span) * (height - 2 * margin));
  const path = values
    .map((value, place) => {
      if (value === null) return '';
      const isStart = (values[place - 1] ?? null) === null;
      const isAlone = isStart && (values[place + 1] ?? null) === null;
      // A line of no length is drawn as a dot.
      return `${isStart ? 'M' : 'L'}${x(place)} ${y(value)}${isAlone ? 'h0' : ''}`;
    })
    .join('');
  const last = values.at(-1) ?? null;
  return { path, end: last === null ? undefined : { x: x(values.length - 1), y: y(last) }, low, high };
}
