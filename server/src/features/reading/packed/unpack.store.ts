import type pg from 'pg';
import { CopyRows, copyIn } from '../../../platform/db/copy-binary.ts';
import type { UnpackedValue } from './unpack.ts';

/** The station whose values are unpacked. */
export interface UnpackedSite {
  siteId: number;
  mn: string;
  zone: string;
}

export async function findUnpackedSite(client: pg.PoolClient, mn: string): Promise<UnpackedSite | undefined> {
  const { rows } = await client.query<{ site_id: number; mn: string; zone: string }>(
    'select site_id, mn, zone from site join site_entity using (entity_id) where upper(mn) = upper($1)',
    [mn],
  );
  return rows[0] && { siteId: rows[0].site_id, mn: rows[0].mn, zone: rows[0].zone };
}

/** Channel codes by slot. */
export async function listSlotCodes(client: pg.PoolClient): Promise<Map<number, string>> {
  const { rows } = await client.query<{ slot: number; code: string }>(
    'select slot, channel_code as code from basic_channel',
  );
  return new Map(rows.map(({ slot, code }) => [slot, code]));
}

/** Creates the table if necessary, and removes the site's rows in `[from, to)`. */
export async function clearUnpacked(
  client: pg.PoolClient,
  { siteId }: UnpackedSite,
  [from, to]: readonly [number, number],
): Promise<void> {
  await client.query(
    `create table if not exists reading_unpacked (
       site_id integer, mn text, ts timestamptz, kind smallint, channel text, value real, flag text, raw real, edited boolean,
       primary key (site_id, ts, kind, channel)
     )`,
  );
  // A table of an earlier version is extended and keeps its rows.
  await client.query(
    `alter table reading_unpacked add if not exists low real, add if not exists high real,
       add if not exists out_of_range boolean`,
  );
  await client.query('delete from reading_unpacked where site_id = $1 and ts >= $2 and ts < $3', [
    siteId,
    new Date(from).toISOString(),
    new Date(to).toISOString(),
  ]);
}

export async function insertUnpacked(
  client: pg.PoolClient,
  { siteId, mn }: UnpackedSite,
  values: readonly UnpackedValue[],
): Promise<void> {
  const rows = new CopyRows();
  const real = (value: number | null) => (value === null ? rows.null() : rows.real(value));
  for (const { ts, kind, channel, value, flag, raw, edited, low, high, outOfRange } of values) {
    rows.startRow(12);
    rows.int4(siteId);
    rows.text(mn);
    rows.timestamp(ts);
    rows.int2(kind);
    rows.text(channel);
    real(value);
    rows.text(flag);
    real(raw);
    rows.flag(edited);
    real(low);
    real(high);
    rows.flag(outOfRange);
  }
  const columns = 'site_id, mn, ts, kind, channel, value, flag, raw, edited, low, high, out_of_range';
  await copyIn(client, `copy reading_unpacked (${columns}) from stdin (format binary)`, rows);
}
