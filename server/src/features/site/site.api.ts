import type { Database } from '../../platform/db/database.ts';
import { readLimits } from './site-limit.store.ts';

/** The site's own limit for the first channel of its device type; a value above it is "above limit". */
export interface SiteLimit {
  siteId: number;
  channelId: number;
  channelCode: string;
  slot: number;
  value: number;
}

/** The limits of sites that have one, by site. */
export async function listSiteLimits(
  db: Database,
  siteIds: readonly number[] | 'all',
): Promise<Map<number, SiteLimit>> {
  const limits = await readLimits(db, siteIds);
  return new Map(limits.map((limit) => [limit.siteId, limit]));
}
