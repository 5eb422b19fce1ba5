import { type ChannelCoefficient, takesCoefficientCommands } from '@limpid/contract/site/coefficients';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { toMoment } from '../../platform/db/moment.ts';
import { refuseLockedCoefficients } from '../reading/locks/locks.api.ts';

/** K and B as people have set them for a site, and where they are applied. */
export interface SiteCoefficients {
  siteName: string;
  place: 'platform' | 'device';
  takesCommands: boolean;
  coefficients: readonly ChannelCoefficient[];
}

/** Reads K and B of a site; other changes of the site wait until the transaction ends. */
export async function lockSiteCoefficients(
  db: Database,
  siteId: number,
): Promise<SiteCoefficients | undefined> {
  const { rows } = await sql<Omit<SiteCoefficients, 'takesCommands'> & { protocol: string }>`
    select site_name, protocol, coefficient_place as place, coefficients from site
    where site_id = ${siteId} for update`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { protocol, ...found } = row;
  return { ...found, takesCommands: takesCoefficientCommands(protocol) };
}

/** Sets K and B of a channel for a site; 1 and 0 remove them. */
export async function setSiteCoefficient(
  db: Database,
  siteId: number,
  { channelId, k, b }: ChannelCoefficient,
  place: 'platform' | 'device',
): Promise<void> {
  const added = k === 1 && b === 0 ? [] : [{ channelId, k, b }];
  await sql`
    update site set coefficient_place = ${place}, coefficients = coalesce((
      select jsonb_agg(one) from jsonb_array_elements(coefficients) as one where (one ->> 'channelId')::integer <> ${channelId}
    ), '[]') || ${JSON.stringify(added)}::jsonb
    where site_id = ${siteId}`.execute(db);
}

/** Restores K and B of a channel; the place is restored only if no other channel of the site has K and B, which share it. */
export async function restoreSiteCoefficient(
  db: Database,
  siteId: number,
  coefficient: ChannelCoefficient,
  placeBefore: 'platform' | 'device',
): Promise<void> {
  const site = await lockSiteCoefficients(db, siteId);
  if (!site) return;
  const isShared = site.coefficients.some(
    ({ channelId, k, b }) => channelId !== coefficient.channelId && (k !== 1 || b !== 0),
  );
  await setSiteCoefficient(db, siteId, coefficient, isShared ? site.place : placeBefore);
}

/** K and B of a channel from a moment on, in epoch milliseconds. */
export interface DatedLine {
  since: number;
  k: number;
  b: number;
}

/** What the platform applies to a channel from a moment on, with what was in force at that moment. */
export async function listAppliedSince(
  db: Database,
  siteId: number,
  channelId: number,
  from: number,
): Promise<DatedLine[]> {
  const { rows } = await sql<DatedLine>`
    select (extract(epoch from since) * 1000)::float8 as since, k, b from site_coefficient
    where site_id = ${siteId} and channel_id = ${channelId} and since >= coalesce((
      select max(since) from site_coefficient
      where site_id = ${siteId} and channel_id = ${channelId} and since <= ${toMoment(from)}), '-infinity')
    order by since`.execute(db);
  return rows;
}

/** Replaces what the platform applies to a channel from a moment on; refused if it would count in a locked month. */
export async function replaceAppliedSince(
  db: Database,
  siteId: number,
  channelId: number,
  from: number,
  lines: readonly DatedLine[],
  updateBy: string | null,
): Promise<void> {
  await sql`
    delete from site_coefficient
    where site_id = ${siteId} and channel_id = ${channelId} and since >= ${toMoment(from)}`.execute(db);
  await refuseLockedCoefficients(db, siteId, [channelId], new Date(from));
  for (const { since, k, b } of lines)
    await sql`
      insert into site_coefficient (site_id, channel_id, since, k, b, update_by)
      values (${siteId}, ${channelId}, ${toMoment(since)}, ${k}, ${b}, ${updateBy})
      on conflict (site_id, channel_id, since) do update set k = excluded.k, b = excluded.b`.execute(db);
}
