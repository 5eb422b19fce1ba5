import type { DeviceParameter } from '@limpid/contract/device/device-page';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { DeviceValue } from './answer-values.rule.ts';

interface SiteValue extends DeviceValue {
  siteId: number;
  at: number;
}

const longest = 500;

function columns(values: readonly SiteValue[]): unknown[] {
  // A later value of the same parameter replaces an earlier one: a statement cannot change a row twice.
  const newest = [...new Map(values.map((one) => [`${one.siteId} ${one.polId} ${one.code}`, one])).values()];
  return [
    newest.map(({ siteId }) => siteId),
    newest.map(({ polId }) => polId.slice(0, longest)),
    newest.map(({ code }) => code.slice(0, longest)),
    newest.map(({ value }) => value.slice(0, longest)),
    newest.map(({ at }) => toMoment(at)),
  ];
}

/** Stores what devices have reported; an older value does not replace a newer one. */
export async function saveReadValues(client: Pool | Connection, values: readonly SiteValue[]): Promise<void> {
  if (values.length === 0) return;
  await client.query(
    `insert into device_parameter as stored (site_id, pol_id, code, read_value, read_at)
     select input.* from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
       as input(site_id, pol_id, code, value, at)
     where exists (select from site where site.site_id = input.site_id) order by site_id, pol_id, code
     on conflict (site_id, pol_id, code) do update set read_value = excluded.read_value, read_at = excluded.read_at
       where stored.read_at is null or stored.read_at <= excluded.read_at`,
    columns(values),
  );
}

/** Stores what the platform has sent to a device, with the command that has sent it. */
export async function saveWantedValues(
  pool: Pool,
  values: readonly SiteValue[],
  { logId, userName }: { logId: number; userName: string | null },
): Promise<void> {
  if (values.length === 0) return;
  await pool.query(
    `insert into device_parameter (site_id, pol_id, code, wanted_value, wanted_at, wanted_by, wanted_log_id)
     select input.*, $6, $7::bigint from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
       as input(site_id, pol_id, code, value, at)
     where exists (select from site where site.site_id = input.site_id) order by site_id, pol_id, code
     on conflict (site_id, pol_id, code) do update set wanted_value = excluded.wanted_value,
       wanted_at = excluded.wanted_at, wanted_by = excluded.wanted_by,
       wanted_log_id = excluded.wanted_log_id`,
    [...columns(values), userName, logId],
  );
}

/** What a command that was sent is about; `at` is its end, or the time of sending. */
export async function findSentCommand(
  pool: Pool,
  logId: number,
): Promise<{ logType: string; response: string | null; userName: string | null; at: number } | undefined> {
  const { rows } = await pool.query(
    `select log_type as "logType", response, user_name as "userName",
       extract(epoch from coalesce(ended_at, sent_at))::float8 * 1000 as at
     from device_log where log_id = $1 and sent_at is not null`,
    [logId],
  );
  return rows[0];
}

/** A parameter with the code of the command that reads what was written; null if nothing was, or its log is gone. */
type StoredParameter = Omit<DeviceParameter, 'readCommandId'> & { readCode: string | null };

export async function listDeviceParameters(db: Database, siteId: number): Promise<StoredParameter[]> {
  const { rows } = await sql<StoredParameter>`
    select pol_id, code, read_value, read_at, wanted_value, wanted_at, wanted_by, written.state as wanted_state,
      written.parent_code as read_code, coalesce(read_at > wanted_at, false) as is_read_since,
      (select n.param_name from basic_command_param n where lower(n.param_code) = lower(p.code) order by param_id limit 1) as param_name,
      (select n.param_name_en from basic_command_param n where lower(n.param_code) = lower(p.code) order by param_id limit 1) as param_name_en,
      (select n.param_name_fr from basic_command_param n where lower(n.param_code) = lower(p.code) order by param_id limit 1) as param_name_fr,
      (select n.unit from basic_command_param n where lower(n.param_code) = lower(p.code) and n.unit is not null order by param_id limit 1) as unit
    from device_parameter p
    left join lateral (
      select l.state, c.parent_code from device_log l left join basic_command c using (command_id)
      where l.log_id = p.wanted_log_id
    ) as written on true
    where site_id = ${siteId} order by code, pol_id limit 500`.execute(db);
  return rows;
}
