import type { App } from '../../../platform/app.ts';
import { type FlaggedHours, joinChannels, readFlagMarks } from '../../quality/quality.api.ts';

const none: FlaggedHours = new Map();

/** The flagged hours of some slots by site, those of all slots together; for a few sites. */
export async function readFlaggedHours(
  { pool }: Pick<App, 'pool'>,
  siteIds: readonly number[],
  slots: readonly number[],
  bounds: readonly [from: number, to: number],
): Promise<(siteId: number) => FlaggedHours> {
  const found = await readFlagMarks(pool, siteIds, bounds, slots);
  const bySite = new Map([...found].map(([siteId, ofSite]) => [siteId, joinChannels(ofSite.values())]));
  return (siteId) => bySite.get(siteId) ?? none;
}
