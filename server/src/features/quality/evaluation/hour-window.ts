import { HOUR_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';
import type { Hours } from '../tests/finding.ts';
import { readFlags, type StoredFlag } from './flag.store.ts';
import { reachHours } from './reach.rule.ts';
import { emptyHours, type HourSpan, readSpan } from './span.ts';

/** Hours that a change of one hour can reach, and as many again that they are judged with. */
const sideHours = 2 * reachHours;
const windowHours = 2 * sideHours + 1;
/** The place of the changed hour. */
export const centre = sideHours;

/** The hours around one hour at some sites, as if nothing were left out, and their flags. */
export interface HourWindow {
  lines: Map<number, Map<number, Hours>>;
  flags: StoredFlag[];
}

const none: Hours = emptyHours({ from: 0, hours: windowHours });

export function lineOf({ lines }: HourWindow, siteId: number, slot: number): Hours {
  return lines.get(siteId)?.get(slot) ?? none;
}

export function momentOf(hour: number, place: number): number {
  return hour + (place - centre) * HOUR_MS;
}

export function findWindowPlace(hour: number, at: number): number {
  return Math.floor((at - hour) / HOUR_MS) + centre;
}

export function spanAround(hour: number): HourSpan {
  return { from: momentOf(hour, 0), hours: windowHours };
}

/** Adds sites that are not in the window yet. */
export async function readWindow(
  client: Connection,
  window: HourWindow,
  hour: number,
  wanted: Iterable<number>,
  slots: readonly number[],
): Promise<void> {
  const sites = [...new Set(wanted)].filter((siteId) => !window.lines.has(siteId));
  if (sites.length === 0) return;
  const bounds = [momentOf(hour, 0), momentOf(hour, windowHours)] as const;
  const flags = await readFlags(client, sites, bounds);
  for (const flag of flags) window.flags.push(flag);
  if (slots.length === 0) return;
  for (const [siteId, lines] of await readSpan(client, sites, slots, spanAround(hour), flags))
    window.lines.set(siteId, lines);
}

/** Puts the new mean of the hour into its window; true if it is another one. */
export function replaceCentre({ lines }: HourWindow, siteId: number, slot: number, mean: number): boolean {
  const ofSite = lines.get(siteId) ?? new Map<number, Hours>();
  lines.set(siteId, ofSite);
  const hours = ofSite.get(slot) ?? none.slice();
  ofSite.set(slot, hours);
  const before = hours[centre];
  hours[centre] = mean;
  return !Object.is(before, mean);
}
