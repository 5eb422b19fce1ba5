import { unpackMarks } from '../../src/features/reading/marks.rule.ts';
import { makePacket } from '../../src/features/reading/reading.fixture.ts';
import type { TestApp } from '../../src/testing/app.ts';
import { addSite, stationTime } from '../../src/testing/stations.ts';

interface Target {
  protocol: string;
  address: string;
  settings?: Record<string, unknown>;
}

/** A site with the same device in both installations, forwarded from one to the other. */
export async function addForwardedSite(
  near: TestApp,
  far: TestApp,
  mn: string,
  { protocol, address, settings = {} }: Target,
): Promise<{ near: number; far: number }> {
  const ids = { near: await addSite(near, { mn }), far: await addSite(far, { mn }) };
  const names = ['target_name', 'protocol', 'address', ...Object.keys(settings)];
  const values = [mn, protocol, address, ...Object.values(settings)];
  await near.app.pool.query(
    `insert into forward_target (entity_id, ${names.join(', ')})
     select entity_id, ${values.map((_, at) => `$${at + 2}`).join(', ')} from site where site_id = $1`,
    [ids.near, ...values],
  );
  return ids;
}

/** Another site of the same entity, with the same device in both installations. */
export async function addForwardedBeside(
  near: TestApp,
  far: TestApp,
  mn: string,
  beside: number,
): Promise<{ near: number; far: number }> {
  const ids = { near: await addSite(near, { mn }), far: await addSite(far, { mn }) };
  await near.app.pool.query(
    'update site set entity_id = (select entity_id from site where site_id = $1) where site_id = $2',
    [beside, ids.near],
  );
  return ids;
}

/** Stores a packet as if the station had sent it to this installation. */
export async function storePacket(
  { ingest }: TestApp,
  mn: string,
  { ts, cp, cn = '2011', sentAt = ts }: { ts: number; cp: string; cn?: string; sentAt?: number },
): Promise<void> {
  const device = ingest.directory.findByMn(mn);
  if (!device) throw new Error(`${mn} is unknown`);
  const packet = makePacket(
    `DataTime=${stationTime(ts).slice(0, 14)};${cp}`,
    `QN=${stationTime(sentAt)};ST=22;CN=${cn};PW=123456;MN=${mn};Flag=5`,
  );
  const isStored = await new Promise<boolean>((done) =>
    ingest.storePacket(packet, device, () => undefined, done),
  );
  if (!isStored) throw new Error(`${mn} at ${ts} is not stored`);
}

/** The stored readings of a site without ranks, which differ: QNs are those of the sender. */
export async function readStoredRows({ app }: TestApp, siteId: number): Promise<unknown[]> {
  const { rows } = await app.pool.query<{ row: Record<string, unknown>; marks: Buffer | null }>(
    `select jsonb_strip_nulls(to_jsonb(reading) - 'site_id' - 'rank' - 'marks') as row, marks from reading
     where site_id = $1 order by ts, kind`,
    [siteId],
  );
  return rows.map(({ row, marks }) => ({
    ...row,
    marks: unpackMarks(marks)
      .filter(({ flag, bits }) => flag !== 'N' || bits !== 0)
      .map(({ slot, flag, bits, raw }) => [slot, flag, bits, raw]),
  }));
}
