import { type CorrectionLine, joinLines, neutralLine } from './line.ts';

/** A line from a moment on, in epoch milliseconds. */
export interface LineChange extends CorrectionLine {
  at: number;
}

/** K and B that an issue has brought to a device, until it was rolled back. */
export interface DeviceChange extends LineChange {
  orderedAt: number;
  before: CorrectionLine;
  rolledBackAt: number | null;
}

/** What counts from `from` on: K and B of the device, then those of the platform. Device changes are in their order. */
export function joinInForce(
  platform: readonly LineChange[],
  device: readonly DeviceChange[],
  from: number,
): LineChange[] {
  const onDevice = device.flatMap(({ at, k, b, before, rolledBackAt }) => {
    const issued = { at, k, b };
    return rolledBackAt === null ? [issued] : [issued, { at: rolledBackAt, ...before }];
  });
  const [first] = device;
  // What the platform has applied before the first issue the device has not.
  const initial = first && isNeutral(lineAt(platform, first.orderedAt)) ? first.before : neutralLine;
  const moments = [...platform, ...onDevice].map(({ at }) => Math.max(at, from));
  if (first) moments.push(from);
  return [...new Set(moments)]
    .toSorted((one, other) => one - other)
    .map((at) => ({ at, ...joinLines(lineAt(onDevice, at, initial), lineAt(platform, at)) }))
    .filter(({ k, b }, place, all) => k !== all[place - 1]?.k || b !== all[place - 1]?.b);
}

function lineAt(changes: readonly LineChange[], at: number, otherwise = neutralLine): CorrectionLine {
  const found = changes.filter((change) => change.at <= at);
  return found.toSorted((one, other) => one.at - other.at).at(-1) ?? otherwise;
}

const isNeutral = ({ k, b }: CorrectionLine) => k === 1 && b === 0;
