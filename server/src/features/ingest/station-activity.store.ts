import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import type pg from 'pg';

export interface StationContact {
  siteId: number;
  lastSeen: number;
  lastData: number | null;
  address: string | null;
  version: string | null;
  firmware: string | null;
  signal: string | null;
  /** Seconds by which its clock is ahead. */
  clockDrift: number | null;
}

export interface RefusalCount {
  /** The MN of a known station, otherwise empty, so that unknown senders cannot fill the table. */
  mn: string;
  reason: RefusalReason;
  count: number;
  lastSeen: number;
  address: string;
  detail: string | null;
}

export interface UnknownStation {
  mn: string;
  system: string | null;
  version: string;
  codes: string[];
  address: string;
  packets: number;
  firstSeen: number;
  lastSeen: number;
}

const moment = (at: number | null) => (at ? new Date(at).toISOString() : null);

/** Two processes may write the same station: the later contact stays. */
export async function upsertContacts(pool: pg.Pool, contacts: readonly StationContact[]): Promise<void> {
  await pool.query(
    `insert into site_contact as stored (site_id, last_seen, last_data, address, version, firmware, signal, clock_drift)
     select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::text[], $6::text[],
       $7::text[], $8::real[])
       as input(site_id, last_seen, last_data, address, version, firmware, signal, clock_drift) order by site_id
     on conflict (site_id) do update set
       last_seen = greatest(stored.last_seen, excluded.last_seen),
       last_data = greatest(stored.last_data, excluded.last_data),
       address = coalesce(excluded.address, stored.address),
       version = coalesce(excluded.version, stored.version),
       firmware = coalesce(excluded.firmware, stored.firmware),
       signal = coalesce(excluded.signal, stored.signal),
       clock_drift = coalesce(excluded.clock_drift, stored.clock_drift)`,
    [
      contacts.map(({ siteId }) => siteId),
      contacts.map(({ lastSeen }) => new Date(lastSeen).toISOString()),
      contacts.map(({ lastData }) => moment(lastData)),
      contacts.map(({ address }) => address),
      contacts.map(({ version }) => version),
      contacts.map(({ firmware }) => firmware),
      contacts.map(({ signal }) => signal),
      contacts.map(({ clockDrift }) => clockDrift),
    ],
  );
}

/** Whether the last refusal was on the same day, in the zone of the station. */
const isSameDay = `
  select (stored.last_seen at time zone zone)::date = (excluded.last_seen at time zone zone)::date
  from (select coalesce(
    (select zone from site join site_entity using (entity_id) where upper(site.mn) = upper(stored.mn)),
    current_setting('TimeZone')
  ) as zone) station`;

export async function upsertRefusals(pool: pg.Pool, notes: readonly RefusalCount[]): Promise<void> {
  await pool.query(
    `insert into gateway_refusal as stored (mn, reason, count, today, last_seen, address, detail)
     select mn, reason, count, count, last_seen, address, detail
     from unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[], $5::text[], $6::text[])
       as input(mn, reason, count, last_seen, address, detail) order by mn, reason
     on conflict (mn, reason) do update set count = stored.count + excluded.count,
       today = excluded.today + case when (${isSameDay}) then stored.today else 0 end,
       last_seen = excluded.last_seen, address = excluded.address, detail = excluded.detail`,
    [
      notes.map(({ mn }) => mn),
      notes.map(({ reason }) => reason),
      notes.map(({ count }) => count),
      notes.map(({ lastSeen }) => moment(lastSeen)),
      notes.map(({ address }) => address),
      notes.map(({ detail }) => detail),
    ],
  );
}

/** Stores unknown stations; beyond `most`, those with the oldest contact are removed. */
export async function upsertUnknownStations(
  pool: pg.Pool,
  notes: readonly UnknownStation[],
  most: number,
): Promise<void> {
  await pool.query(
    `insert into unknown_device as stored (mn, first_seen, last_seen, packets, address, version, system, codes)
     select mn, first_seen, last_seen, packets, address, version, system, string_to_array(codes, ',')
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[])
       as input(mn, first_seen, last_seen, packets, address, version, system, codes) order by mn
     on conflict (mn) do update set last_seen = excluded.last_seen, packets = stored.packets + excluded.packets,
       address = excluded.address, version = excluded.version, system = excluded.system,
       codes = case when cardinality(excluded.codes) > 0 then excluded.codes else stored.codes end`,
    [
      notes.map(({ mn }) => mn),
      notes.map(({ firstSeen }) => moment(firstSeen)),
      notes.map(({ lastSeen }) => moment(lastSeen)),
      notes.map(({ packets }) => packets),
      notes.map(({ address }) => address),
      notes.map(({ version }) => version),
      notes.map(({ system }) => system),
      notes.map(({ codes }) => codes.join(',')),
    ],
  );
  await pool.query(
    `delete from unknown_device where device_id in
       (select device_id from unknown_device order by last_seen desc, device_id desc offset $1)`,
    [most],
  );
}
