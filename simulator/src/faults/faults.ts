import {
  type ChannelCode,
  type ChannelValues,
  type Columns,
  instrumentChannels,
  simulatedChannelCodes,
} from '../air/channels.ts';
import { quantise } from '../air/instrument.ts';

export const faultKinds = [
  /** No power: nothing is measured or sent. */
  'offline',
  /** No network: values are measured and sent afterwards. */
  'lateBatch',
  /** What was measured is kept by the logger, and sent only if the platform asks for it. */
  'withheld',
  'flatLine',
  'spike',
  'badCrc',
  'clockDrift',
  'standbyPower',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault of a station for some time. Times in epoch milliseconds. */
export interface Fault {
  kind: FaultKind;
  from: number;
  to: number;
  /** The affected channel; undefined for all of them. */
  channel?: ChannelCode;
  /** A spike's factor (8), the share of damaged frames (0.3), or the seconds that the clock gains per hour (600). */
  amount?: number;
}

export function findFault(faults: readonly Fault[], kind: FaultKind, time: number): Fault | undefined {
  return faults.find((fault) => fault.kind === kind && time >= fault.from && time < fault.to);
}

/** The values of a station with its faults; `valuesAt` gives the values without them. */
export function distortValues(
  faults: readonly Fault[],
  time: number,
  valuesAt: (time: number) => ChannelValues,
): ChannelValues {
  const values = valuesAt(time);
  const stuck = findFault(faults, 'flatLine', time);
  const spike = findFault(faults, 'spike', time);
  if (stuck) Object.assign(values, pick(valuesAt(stuck.from), stuck.channel));
  if (spike) Object.assign(values, raise(pick(values, spike.channel), spike.amount ?? 8));
  return values;
}

/** Applies faults to a history that begins at `from` in steps of `step` milliseconds; unmeasured values become NaN. */
export function distortColumns(columns: Columns, faults: readonly Fault[], from: number, step: number): void {
  for (const code of simulatedChannelCodes) {
    const column = columns[code];
    if (!column) continue;
    for (const fault of faults) {
      const isLost = fault.kind === 'offline' || fault.kind === 'withheld';
      if (!isLost && (fault.channel ?? code) !== code) continue;
      const first = Math.max(Math.ceil((fault.from - from) / step), 0);
      const last = Math.ceil((fault.to - from) / step);
      const part = column.subarray(first, Math.max(last, first));
      if (isLost) part.fill(Number.NaN);
      if (fault.kind === 'flatLine') part.fill(part[0] ?? 0);
      if (fault.kind !== 'spike') continue;
      const [, most] = instrumentChannels[code].range;
      part.set(part.map((value) => Math.min(value * (fault.amount ?? 8), most)));
    }
  }
}

function pick(values: ChannelValues, code: ChannelCode | undefined): ChannelValues {
  return code === undefined ? values : { [code]: values[code] };
}

function raise(values: ChannelValues, factor: number): ChannelValues {
  const entries = Object.entries(values).map(([code, value]) => {
    // Values have no other keys.
    const { range, step } = instrumentChannels[code as ChannelCode];
    return [code, Math.min(quantise(value * factor, step), range[1])] as const;
  });
  return Object.fromEntries(entries);
}
