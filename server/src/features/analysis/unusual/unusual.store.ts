import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { Place } from '../../site/site.api.ts';
import type { JudgedChannel, SiteJudgement } from './judge-site.rule.ts';

/** Whether hours between two moments still wait for their roll-up. */
export async function isRollUpWaiting(pool: Pool, from: number, to: number): Promise<boolean> {
  const { rows } = await pool.query(
    'select exists (select from dirty_hour where hour >= $1 and hour < $2) as waiting',
    [new Date(from), new Date(to)],
  );
  return rows[0]?.waiting === true;
}

export interface AnalysedPlace extends Place {
  siteId: number;
  zone: string;
}

/** Disabled sites are neither judged nor neighbours. */
export async function listAnalysedSites(connection: Connection): Promise<AnalysedPlace[]> {
  const { rows } = await connection.query<Place & { site_id: number; zone: string }>(
    `select s.site_id, e.zone, s.longitude::float8, s.latitude::float8
     from site s join site_entity e using (entity_id)
     where s.status = '0' order by s.site_id`,
  );
  return rows.map(({ site_id: siteId, ...place }) => ({ siteId, ...place }));
}

/** The pollutants of the index and the channels on maps; directions and states have no median. */
export async function listAnalysedChannels(
  connection: Connection,
  pollutantCodes: readonly string[],
): Promise<JudgedChannel[]> {
  const { rows } = await connection.query<{
    channel_id: number;
    slot: number;
    decimals: number;
    min_value: number | null;
    limit: number | null;
  }>(
    `select channel_id, slot, decimals, min_value::float8, (levels->1->>'upTo')::float8 as limit from basic_channel
     where status = '0' and data_type in ('number', 'level') and (map_display or gb_code = any($1))
     order by order_num, channel_id`,
    [pollutantCodes],
  );
  return rows.map(({ channel_id: channelId, slot, decimals, min_value: minValue, limit: levelTwoLimit }) => {
    return { channelId, slot, decimals, minValue, levelTwoLimit };
  });
}

export interface JudgedSite extends SiteJudgement {
  siteId: number;
  hour: number;
}

const columns = {
  site_id: 'integer',
  hour: 'timestamptz',
  channel_id: 'integer',
  kind: 'text',
  value: 'real',
  usual: 'real',
  lower_bound: 'real',
  upper_bound: 'real',
  counted: 'smallint',
  strength: 'real',
  // PostgreSQL's arrays of arrays are rectangles, and unnest() takes them apart: the days of a site travel as text.
  days: 'text',
};

/** Replaces the result: unchanged rows are not written again. */
export async function replaceUnusual(
  connection: Connection,
  judged: readonly JudgedSite[],
  run: { hour: number; computedAt: number },
): Promise<void> {
  const rows = judged.flatMap(({ siteId, hour, reason }) => {
    if (!reason) return [];
    const { channelId, kind, value, usual, lower, upper, count, strength, days } = reason;
    const at = new Date(hour).toISOString();
    return [[siteId, at, channelId, kind, value, usual, lower, upper, count, strength, writeArray(days)]];
  });
  const names = Object.keys(columns);
  const parts = Object.values(columns).map((type, place) => `$${place + 1}::${type}[]`);
  const others = names.filter((name) => name !== 'site_id');
  const listed = names.map((name) => (name === 'days' ? 'days::real[]' : name)).join(', ');
  await connection.query('delete from site_unusual where site_id <> all($1::integer[])', [
    rows.map(([siteId]) => siteId),
  ]);
  await connection.query(
    `insert into site_unusual (${names.join(', ')})
     select ${listed} from unnest(${parts.join(', ')}) as given(${names.join(', ')})
     on conflict (site_id) do update set ${others.map((name) => `${name} = excluded.${name}`).join(', ')}
     where (${others.map((name) => `site_unusual.${name}`)}) is distinct from (${others.map((name) => `excluded.${name}`)})`,
    names.map((_, place) => rows.map((row) => row[place])),
  );
  await connection.query(
    `insert into unusual_run (hour, computed_at, looked, short_history) values ($1, $2, $3, $4)
     on conflict (single) do update set hour = excluded.hour, computed_at = excluded.computed_at,
       looked = excluded.looked, short_history = excluded.short_history`,
    [
      new Date(run.hour),
      new Date(run.computedAt),
      judged.map(({ siteId }) => siteId),
      judged.filter(({ shortHistory }) => shortHistory).map(({ siteId }) => siteId),
    ],
  );
}

/** As PostgreSQL reads it. */
function writeArray(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}
