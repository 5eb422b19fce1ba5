import { HOUR_MS } from '@limpid/contract/durations';
import { isStanding, type RuleFlag } from '@limpid/contract/quality/flag-mark';
import type { Pool } from '../../../platform/db/transaction.ts';
import { readFlagMarks } from '../../quality/quality.api.ts';
import type { UnusualRow } from './unusual-list.store.ts';

type FlaggedRow = Pick<UnusualRow, 'siteId' | 'slot' | 'hour'>;

/** The standing flags of the hours that rows show. */
export async function readUnusualFlags(
  pool: Pool,
  rows: readonly FlaggedRow[],
): Promise<(row: FlaggedRow) => RuleFlag[]> {
  if (rows.length === 0) return () => [];
  const hours = new Set(rows.map(({ hour }) => hour));
  const bounds = [Math.min(...hours), Math.max(...hours) + HOUR_MS] as const;
  const siteIds = rows.map(({ siteId }) => siteId);
  const found = await readFlagMarks(pool, siteIds, bounds, [...new Set(rows.map(({ slot }) => slot))]);
  return ({ siteId, slot, hour }) => (found.get(siteId)?.get(slot)?.get(hour) ?? []).filter(isStanding);
}
