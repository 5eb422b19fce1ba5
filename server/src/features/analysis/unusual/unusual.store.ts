import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { JudgedChannel, SiteJudgement } from './judge-site.rule.ts';
import type { Place } from './neighbours.rule.ts';

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

export async function listAnalysedSites(connection: Connection): Promise<AnalysedPlace[]> {
  const { rows } = await connection.query<Place & { site_id: number; zone: string }>(
    `select s.site_id, e.zone, s.longitude::float8, s.latitude::float8
     from site s join site_entity e using (entity_id) order by s.site_id`,
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
  short_history: 'boolean',
  channel_id: 'integer',
  kind: 'text',
  value: 'real',
  usual: 'real',
  lower_bound: 'real',
  upper_bound: 'real',
  counted: 'smallint',
  strength: 'real',
  days: 'jsonb',
};

/** Replaces the result: unchanged rows are not written again. */
export async function replaceUnusual(
  connection: Connection,
  judged: readonly JudgedSite[],
  run: { hour: number; computedAt: number },
): Promise<void> {
  const rows = judged.map(({ siteId, hour, shortHistory, reason }) => [
    siteId,
    new Date(hour).toISOString(),
    shortHistory,
    reason?.channelId ?? null,
    reason?.kind ?? null,
    reason?.value ?? null,
    reason?.usual ?? null,
    reason?.lower ?? null,
    reason?.upper ?? null,
    reason?.count ?? null,
    reason?.strength ?? null,
    reason ? JSON.stringify(reason.days) : null,
  ]);
  const names = Object.keys(columns);
  const parts = Object.values(columns).map((type, place) => `$${place + 1}::${type}[]`);
  const others = names.filter((name) => name !== 'site_id');
  const listed = names.map((name) => (name === 'days' ? toArray : name)).join(', ');
  await connection.query('delete from site_unusual where site_id <> all($1::integer[])', [
    judged.map(({ siteId }) => siteId),
  ]);
  await connection.query(
    `insert into site_unusual (${names.join(', ')})
     select ${listed} from unnest(${parts.join(', ')}) as given(${names.join(', ')})
     on conflict (site_id) do update set ${others.map((name) => `${name} = excluded.${name}`).join(', ')}
     where (${others.map((name) => `site_unusual.${name}`)}) is distinct from (${others.map((name) => `excluded.${name}`)})`,
    names.map((_, place) => rows.map((row) => row[place])),
  );
  await connection.query(
    `insert into unusual_run (hour, computed_at) values ($1, $2)
     on conflict (single) do update set hour = excluded.hour, computed_at = excluded.computed_at`,
    [new Date(run.hour), new Date(run.computedAt)],
  );
}

/** Arrays of arrays have to be rectangles for PostgreSQL, so the days of each site travel as JSON. */
const toArray = `(select array_agg(day::real order by place) from jsonb_array_elements_text(days) with ordinality as each(day, place))`;
