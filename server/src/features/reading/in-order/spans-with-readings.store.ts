import { DAY_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';
import { eachMoment } from '../blocks/block.rule.ts';
import { formatUtcDay } from '../blocks/block.store.ts';
import type { ReadingSpan } from './count-readings.store.ts';

const iso = (at: number) => new Date(at).toISOString();

/** Those of the spans in which readings are stored, packed or not. Packed days are read only up to the first reading. */
export async function findSpansWithReadings<S extends ReadingSpan>(
  client: Connection,
  spans: readonly S[],
): Promise<Set<S>> {
  const found = await findWithLoose(client, spans);
  for (const span of spans) if (!found.has(span) && (await hasPacked(client, span))) found.add(span);
  return found;
}

async function findWithLoose<S extends ReadingSpan>(
  client: Connection,
  spans: readonly S[],
): Promise<Set<S>> {
  if (spans.length === 0) return new Set();
  const { rows } = await client.query<{ n: string }>(
    `select n from unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::timestamptz[]) with ordinality
       as span(site, sort, since, until, n)
     cross join lateral (
       select from reading where site_id = site and kind = sort and ts between since and until order by ts limit 1
     ) first`,
    [
      spans.map(({ siteId }) => siteId),
      spans.map(({ kind }) => kind),
      spans.map(({ from }) => iso(from)),
      spans.map(({ to }) => iso(to)),
    ],
  );
  return new Set(rows.flatMap(({ n }) => spans[Number(n) - 1] ?? []));
}

async function hasPacked(client: Connection, { siteId, kind, from, to }: ReadingSpan): Promise<boolean> {
  for (let since = from; since <= to; ) {
    const { rows } = await client.query<{ day: string; spine: Buffer }>(
      `select day::text, spine from reading_block where site_id = $1 and day between $2 and $3 order by day limit 1`,
      [siteId, formatUtcDay(since), formatUtcDay(to)],
    );
    const [block] = rows;
    if (!block) return false;
    let isFound = false;
    eachMoment(block.spine, (packed, ts) => {
      if (packed === kind && ts >= from && ts <= to) isFound = true;
    });
    if (isFound) return true;
    since = Date.parse(block.day) + DAY_MS;
  }
  return false;
}
