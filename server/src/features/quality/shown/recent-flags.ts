import { HOUR_MS } from '@limpid/contract/durations';
import { type HourFlags, isStanding, type RuleFlag } from '@limpid/contract/quality/flag-mark';
import type { Pool } from '../../../platform/db/transaction.ts';
import { listFlaggedSlots, readFlagMarks } from './flag-marks.store.ts';

/** The running hour, and the one before it. */
const recentMs = 2 * HOUR_MS;

/** What stands of flags in the newest flagged hour of each channel, by site and channel code. */
export async function readRecentFlags(
  pool: Pool,
  siteIds: readonly number[],
  channels: readonly { slot: number; code: string }[],
  now: number,
): Promise<ReadonlyMap<number, HourFlags>> {
  const slots = channels.map(({ slot }) => slot);
  const found = await readFlagMarks(pool, siteIds, [now - recentMs, now], slots);
  return nameChannels(found, channels, (hours) => [...hours.values()].at(-1));
}

/** The slots for which `readRecentFlags` finds something, of all sites: no texts, so that 10,000 sites are one small query. */
export function listRecentlyFlagged(
  pool: Pool,
  now: number,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  return listFlaggedSlots(pool, [now - recentMs, now]);
}

/** What stands of flags in one hour of each site, by site and channel code. */
export async function readFlagsOfHours(
  pool: Pool,
  hours: ReadonlyMap<number, number>,
  channels: readonly { slot: number; code: string }[],
): Promise<ReadonlyMap<number, HourFlags>> {
  if (hours.size === 0) return new Map();
  const starts = [...new Set(hours.values())];
  const bounds = [Math.min(...starts), Math.max(...starts) + HOUR_MS] as const;
  const slots = channels.map(({ slot }) => slot);
  const found = await readFlagMarks(pool, [...hours.keys()], bounds, slots);
  return nameChannels(found, channels, (marks, siteId) => marks.get(hours.get(siteId) ?? 0));
}

/** Sites without a standing flag are left out. */
function nameChannels(
  found: Awaited<ReturnType<typeof readFlagMarks>>,
  channels: readonly { slot: number; code: string }[],
  pick: (hours: ReadonlyMap<number, RuleFlag[]>, siteId: number) => RuleFlag[] | undefined,
): ReadonlyMap<number, HourFlags> {
  const codes = new Map(channels.map(({ slot, code }) => [slot, code]));
  return new Map(
    [...found].flatMap(([siteId, ofSite]): [number, HourFlags][] => {
      const named = [...ofSite].flatMap(([slot, hours]): [string, RuleFlag[]][] => {
        const marks = (pick(hours, siteId) ?? []).filter(isStanding);
        const code = codes.get(slot);
        return code !== undefined && marks.length > 0 ? [[code, marks]] : [];
      });
      return named.length > 0 ? [[siteId, Object.fromEntries(named)]] : [];
    }),
  );
}
