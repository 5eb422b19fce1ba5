import { channelsByDeviceType } from '../air/channels.ts';
import type { SimulatedSite } from '../site.ts';
import type { Fault, FaultKind } from './faults.ts';

/** The names of faults on the command line, and their default duration in seconds. */
const faultDefaults = {
  offline: ['offline', 300],
  flat: ['flatLine', 1800],
  spike: ['spike', 120],
  crc: ['badCrc', 300],
  late: ['lateBatch', 300],
  withheld: ['withheld', 7200],
  drift: ['clockDrift', 3600],
  standby: ['standbyPower', 600],
} as const satisfies Record<string, readonly [FaultKind, number]>;

export type FaultName = keyof typeof faultDefaults;
// The type of Object.keys is too wide.
export const faultNames = Object.keys(faultDefaults) as FaultName[];

/** A requested fault. */
export interface FaultRequest {
  name: FaultName;
  /** Seconds from the start until it begins (60), and its duration. */
  after?: number | undefined;
  lasts?: number | undefined;
}

/** The faults of a site whose station starts at this moment. */
export function planRequested(
  requests: readonly FaultRequest[],
  { type }: SimulatedSite,
  start: number,
): Fault[] {
  return requests.map(({ name, after = 60, lasts }) => {
    const [kind, seconds] = faultDefaults[name];
    const from = start + after * 1000;
    const fault: Fault = { kind, from, to: from + (lasts ?? seconds) * 1000 };
    // Only one instrument fails.
    const [channel] = channelsByDeviceType[type];
    return channel && (kind === 'flatLine' || kind === 'spike') ? { ...fault, channel } : fault;
  });
}
