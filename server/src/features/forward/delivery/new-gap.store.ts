import type { Connection } from '../../../platform/db/transaction.ts';
import type { NewGap } from './lane.rule.ts';
import { iso, millis } from './lane.store.ts';

/** A gap that ends before a new one, where nothing may be stored in between. */
export interface GapBefore {
  gapId: number;
  to: number;
}

const given = `unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[], $5::timestamptz[], $6::text[])`;

const toColumns = (gaps: readonly NewGap[]) => [
  gaps.map(({ targetId }) => targetId),
  gaps.map(({ siteId }) => siteId),
  gaps.map(({ kind }) => kind),
  gaps.map(({ from }) => iso(from)),
  gaps.map(({ to }) => iso(to)),
  gaps.map(({ reason }) => reason),
];

/** Those of the gaps that no other one covers, each with the gap of the same reason that ends before it, if any. */
export async function findUncovered(
  client: Connection,
  gaps: readonly NewGap[],
): Promise<{ gap: NewGap; before: GapBefore | undefined }[]> {
  const { rows } = await client.query<{ n: string; gap_id: string | null; to_ts: number | null }>(
    `select n, before.gap_id, ${millis('before.to_ts')} as to_ts
     from ${given} with ordinality as given(target_id, site_id, kind, from_ts, to_ts, reason, n)
     join forward_lane lane using (target_id, site_id, kind)
     left join lateral (
       select gap_id, to_ts from forward_gap gap
       where gap.target_id = given.target_id and gap.site_id = given.site_id and gap.kind = given.kind
         and gap.reason = given.reason and gap.reissue_id is null and gap.retry_at is null and gap.to_ts < given.from_ts
       order by gap.to_ts desc limit 1
     ) before on true
     where not exists (
       select from forward_gap gap
       where gap.target_id = given.target_id and gap.site_id = given.site_id and gap.kind = given.kind
         and gap.from_ts <= given.from_ts and gap.to_ts >= given.to_ts
         -- A reissue can be stopped.
         and gap.reissue_id is null
         -- The gap goes on with its reading on the way: what arrives before that is not in it.
         and (gap.flight_ts is null or gap.flight_ts < given.from_ts)
     ) order by n`,
    toColumns(gaps),
  );
  return rows.flatMap(({ n, gap_id: gapId, to_ts: to }) => {
    const gap = gaps[Number(n) - 1];
    const before = gapId !== null && to !== null ? { gapId: Number(gapId), to: Math.round(to) } : undefined;
    return gap ? [{ gap, before }] : [];
  });
}

export async function extendGaps(client: Connection, gaps: readonly GapBefore[]): Promise<void> {
  if (gaps.length === 0) return;
  await client.query(
    `update forward_gap gap set to_ts = given.to_ts
     from unnest($1::bigint[], $2::timestamptz[]) as given(gap_id, to_ts) where gap.gap_id = given.gap_id`,
    [gaps.map(({ gapId }) => gapId), gaps.map(({ to }) => iso(to))],
  );
}

export async function insertGaps(client: Connection, gaps: readonly NewGap[]): Promise<void> {
  if (gaps.length === 0) return;
  await client.query(
    `insert into forward_gap (target_id, site_id, kind, from_ts, to_ts, reason) select * from ${given}`,
    toColumns(gaps),
  );
}
