import { type CorrectionLine, joinLines, neutralLine } from './line.ts';

/** A line from a moment on, in epoch milliseconds. */
export interface LineChange extends CorrectionLine {
  at: number;
}

/** K and B of a device over time. */
export interface DeviceHistory {
  /** As it has confirmed them, in the order of time. */
  changes: readonly LineChange[];
  /** Those that it had before the platform ordered the first; null if they are not known. */
  own: (CorrectionLine & { orderedAt: number }) | null;
}

/** What counts from `from` on: K and B of the device, then those of the platform. */
export function joinInForce(
  platform: readonly LineChange[],
  { changes, own }: DeviceHistory,
  from: number,
): LineChange[] {
  // What the platform has applied before the first order the device has not.
  const initial = own && isNeutral(lineAt(platform, own.orderedAt)) ? own : neutralLine;
  const moments = [...platform, ...changes].map(({ at }) => Math.max(at, from));
  if (own || changes.length > 0) moments.push(from);
  return [...new Set(moments)]
    .toSorted((one, other) => one - other)
    .map((at) => ({ at, ...joinLines(lineAt(changes, at, initial), lineAt(platform, at)) }))
    .filter(({ k, b }, place, all) => k !== all[place - 1]?.k || b !== all[place - 1]?.b);
}

function lineAt(changes: readonly LineChange[], at: number, otherwise = neutralLine): CorrectionLine {
  const found = changes.filter((change) => change.at <= at);
  return found.toSorted((one, other) => one.at - other.at).at(-1) ?? otherwise;
}

const isNeutral = ({ k, b }: CorrectionLine) => k === 1 && b === 0;
