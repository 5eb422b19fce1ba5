import { HOUR_MS } from '@limpid/contract/durations';
import type { RuleFlag } from '@limpid/contract/quality/flag-mark';
import type { Pool } from '../../../platform/db/transaction.ts';
import { readFlagMarks } from './flag-marks.store.ts';

/** The running hour, and the one before it. */
const recentMs = 2 * HOUR_MS;

/** What stands of flags in the newest flagged hour of each channel, by site and channel code. */
export async function readRecentFlags(
  pool: Pool,
  siteIds: readonly number[],
  channels: readonly { slot: number; code: string }[],
  now: number,
): Promise<ReadonlyMap<number, Record<string, RuleFlag[]>>> {
  const found = await readFlagMarks(pool, siteIds, [now - recentMs, now]);
  const codes = new Map(channels.map(({ slot, code }) => [slot, code]));
  return new Map(
    [...found].map(([siteId, ofSite]) => {
      const named = [...ofSite].flatMap(([slot, hours]): [string, RuleFlag[]][] => {
        const marks = [...hours.values()].at(-1)?.filter(({ state }) => state !== 'rejected') ?? [];
        const code = codes.get(slot);
        return code !== undefined && marks.length > 0 ? [[code, marks]] : [];
      });
      return [siteId, Object.fromEntries(named)];
    }),
  );
}
