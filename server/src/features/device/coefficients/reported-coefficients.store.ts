import type { ChannelCoefficient } from '@limpid/contract/site/coefficients';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { interceptInfo, slopeInfo } from '../commands/coefficient-info.rule.ts';
import { isEqualCoefficient } from './coefficient-state.rule.ts';

/** K and B that devices have reported, regardless of their origin. */
export interface ReportedCoefficient extends ChannelCoefficient {
  siteId: number;
  /** When the platform has last written one of both, in epoch milliseconds; null if it never has. */
  writtenAt: number | null;
}

interface ReportedRow {
  siteId: number;
  channelId: number;
  readK: string;
  readB: string;
  confirmedK: number | null;
  confirmedB: number | null;
  writtenAt: number | null;
}

/** Those of channels of which the devices have said both. */
export async function listReportedCoefficients(
  db: Database,
  siteIds: readonly number[],
  channelIds: readonly number[],
): Promise<ReportedCoefficient[]> {
  const lastRead = (info: string) => sql`(
    select read_value, wanted_at from device_parameter p
    where p.site_id = s.site_id and p.code = ${info} and p.read_value is not null
      and lower(p.pol_id) = any(
        lower((array[gb_code, channel_code] || channel.aliases || own.aliases)::text)::text[])
    order by read_at desc limit 1)`;
  const { rows } = await sql<ReportedRow>`
    select s.site_id, channel.channel_id, slope.read_value as read_k, intercept.read_value as read_b,
      c.confirmed_k, c.confirmed_b,
      extract(epoch from greatest(slope.wanted_at, intercept.wanted_at))::float8 * 1000 as written_at
    from site s join basic_device_type_channel own using (device_type_id)
    join basic_channel channel on channel.channel_id = own.channel_id
    left join site_device_coefficient c on c.site_id = s.site_id and c.channel_id = channel.channel_id
    cross join lateral ${lastRead(slopeInfo)} as slope
    cross join lateral ${lastRead(interceptInfo)} as intercept
    where s.site_id = any(${[...siteIds]}) and channel.channel_id = any(${[...channelIds]})`.execute(db);
  return rows.flatMap(({ siteId, channelId, readK, readB, confirmedK, confirmedB, writtenAt }) => {
    const [k, b] = [readValue(readK, confirmedK), readValue(readB, confirmedB)];
    return k === null || b === null ? [] : [{ siteId, channelId, k, b, writtenAt }];
  });
}

/** The number in a text; devices round what the platform has written. */
function readValue(text: string, confirmed: number | null): number | null {
  if (confirmed !== null && isEqualCoefficient(confirmed, text)) return confirmed;
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}
