import type { Database } from '../../platform/db/database.ts';
import { readLimits } from './site-limit.store.ts';

export { type Calibration, listCalibrations } from './coefficients.store.ts';
export { checkCoordinates } from './coordinates.rule.ts';
export { isEntityInScope } from './entity.store.ts';
export {
  type DatedLine,
  listAppliedSince,
  lockSiteCoefficients,
  replaceAppliedSince,
  restoreSiteCoefficient,
  type SiteCoefficients,
  setSiteCoefficient,
} from './issued-coefficients.store.ts';
export { indexNeighbours, type Place } from './neighbours.rule.ts';

/** The limit that a site has for the first channel of its device type. */
export interface SiteChannelLimit {
  siteId: number;
  channelId: number;
  channelCode: string;
  slot: number;
  value: number;
}

/** The limits by site; sites without a limit are left out. */
export async function listSiteLimits(
  db: Database,
  siteIds: readonly number[] | 'all',
): Promise<Map<number, SiteChannelLimit>> {
  const limits = await readLimits(db, siteIds);
  return new Map(limits.map((limit) => [limit.siteId, limit]));
}
