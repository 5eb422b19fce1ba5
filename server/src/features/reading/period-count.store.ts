import type { Connection } from '../../platform/db/transaction.ts';
import { siteCondition, timestampLiteral } from './literal.store.ts';
import type { PeriodTable } from './period.store.ts';

type Bounds = readonly [from: number, to: number];

/** A stored hour or day of a site. */
export interface SiteMoment {
  siteId: number;
  /** The start of the hour; for a day its date at midnight UTC. */
  at: number;
}

const timeColumns = { reading_hour: 'ts', reading_day: 'day' } as const;

function conditionOf(table: PeriodTable, sites: readonly number[], [from, to]: Bounds): string {
  const time = timeColumns[table];
  const literal = (at: number) =>
    table === 'reading_hour' ? timestampLiteral(at) : `'${new Date(at).toISOString().slice(0, 10)}'::date`;
  return `${siteCondition(sites)} and ${time} >= ${literal(from)} and ${time} < ${literal(to)}`;
}

/** The newest or the oldest stored hours or days, at most so many. */
export async function listPeriodMoments(
  client: Connection,
  table: PeriodTable,
  sites: readonly number[],
  bounds: Bounds,
  order: 'newest' | 'oldest',
  most: number,
): Promise<SiteMoment[]> {
  const time = timeColumns[table];
  const { rows } = await client.query<{ site_id: number; at: number }>(
    `select site_id, (extract(epoch from ${time}) * 1000)::float8 as at from ${table}
     where ${conditionOf(table, sites, bounds)}
     order by ${time} ${order === 'newest' ? 'desc' : 'asc'}, site_id limit ${Math.trunc(most)}`,
  );
  return rows.map(({ site_id: siteId, at }) => ({ siteId, at }));
}

export async function countPeriods(
  client: Connection,
  table: PeriodTable,
  sites: readonly number[],
  bounds: Bounds,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from ${table} where ${conditionOf(table, sites, bounds)}`,
  );
  return rows[0]?.count ?? 0;
}

/** The seconds of received packets by site, on days from the first date to the last, which is not included. */
export async function sumReceivedSeconds(
  client: Connection,
  sites: readonly number[],
  dates: Bounds,
): Promise<Map<number, number>> {
  const { rows } = await client.query<{ site_id: number; seconds: number }>(
    `select site_id, sum(received)::float8 as seconds from reading_day
     where received is not null and ${conditionOf('reading_day', sites, dates)} group by site_id`,
  );
  return new Map(rows.map(({ site_id: siteId, seconds }) => [siteId, seconds]));
}
