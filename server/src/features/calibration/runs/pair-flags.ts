import type { CalibrationPairs } from '@limpid/contract/calibration/result';
import { HOUR_MS } from '@limpid/contract/durations';
import { isStanding } from '@limpid/contract/quality/flag-mark';
import type { Pool } from '../../../platform/db/transaction.ts';
import { readFlagMarks, summariseFlags } from '../../quality/quality.api.ts';

/** The standing flags of a site's channel in compared hours, which are ascending. */
export async function readPairFlags(
  pool: Pool,
  siteId: number,
  slot: number,
  hours: readonly number[],
): Promise<Pick<CalibrationPairs, 'flags' | 'flagged'>> {
  const bounds = [hours[0] ?? 0, (hours.at(-1) ?? 0) + HOUR_MS] as const;
  const found = (await readFlagMarks(pool, [siteId], bounds, [slot])).get(siteId)?.get(slot);
  const flags = hours.map((at) => found?.get(at)?.filter(isStanding) ?? []);
  return { flags, flagged: summariseFlags(flags.filter((marks) => marks.length > 0)) };
}
