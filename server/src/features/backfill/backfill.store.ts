import type { BackfillKind, BackfillReason, BackfillState } from '@limpid/contract/backfill/backfill';
import { HOUR_SECONDS } from '@limpid/contract/durations';
import type { Connection, Pool } from '../../platform/db/transaction.ts';
import type { MissingSpan, Slot } from './find-missing.rule.ts';
import type { EndedRequest } from './plan-automatic.rule.ts';

const iso = (at: number) => new Date(at).toISOString();
const millis = (expression: string) => `extract(epoch from ${expression})::float8 * 1000`;

/** A site with what its device can be asked for. */
export interface BackfillSite {
  siteId: number;
  siteName: string;
  zone: string;
  isStopped: boolean;
  isConnected: boolean;
  protocol: string;
  typeName: string;
  /** The kinds that the device sends again. */
  kinds: BackfillKind[];
  minuteStep: number;
  requestHours: number;
  asksDays: number;
  /** Its first data, or its registration. */
  since: number;
}

const siteColumns = `s.site_id as "siteId", s.site_name as "siteName", e.zone, s.status <> '0' as "isStopped", s.protocol,
  t.type_name as "typeName", t.minute_step as "minuteStep", t.request_hours as "requestHours", t.asks_days as "asksDays",
  array_remove(array[case when t.answers_minutes then 2051 end, case when t.answers_hours then 2061 end,
    case when t.answers_days then 2031 end], null) as kinds,
  exists (select from gateway_connection c where s.site_id = any(c.site_ids)) as "isConnected",
  ${millis('coalesce((select min(ts) from reading_hour h where h.site_id = s.site_id), s.create_time)')} as since
  from site s join site_entity e using (entity_id) join basic_device_type t using (device_type_id)`;

export async function findBackfillSite(
  client: Connection,
  siteId: number,
): Promise<BackfillSite | undefined> {
  const { rows } = await client.query<BackfillSite>(`select ${siteColumns} where s.site_id = $1`, [siteId]);
  return rows[0];
}

/** Keeps others from making requests for the site until the transaction ends. */
export async function holdSite(client: Connection, siteId: number): Promise<void> {
  await client.query('select from site where site_id = $1 for no key update', [siteId]);
}

/** The seconds that the packets of the stored hours of a site stand for; whole ones from before packets were counted. */
export async function readCoveredHours(
  client: Connection,
  siteId: number,
  { from, to }: Slot,
): Promise<Map<number, number>> {
  const { rows } = await client.query<{ hour: number; seconds: number }>(
    `select ${millis('ts')} as hour, coalesce(received, ${HOUR_SECONDS}) as seconds from reading_hour
     where site_id = $1 and ts >= $2 and ts < $3`,
    [siteId, iso(from), iso(to)],
  );
  return new Map(rows.map(({ hour, seconds }) => [hour, seconds]));
}

/** The hours of a site that wait for their roll-up. */
export async function listQueuedHours(
  client: Connection,
  siteId: number,
  { from, to }: Slot,
): Promise<Set<number>> {
  const { rows } = await client.query<{ hour: number }>(
    `select ${millis('hour')} as hour from dirty_hour where hour >= $2 and hour < $3 and $1 = any(sites)`,
    [siteId, iso(from), iso(to)],
  );
  return new Set(rows.map(({ hour }) => hour));
}

/** The periods of a kind that requests under way ask for. */
export async function listOpenSpans(client: Connection, siteId: number, kind: BackfillKind): Promise<Slot[]> {
  const { rows } = await client.query<Slot>(
    `select ${millis('from_ts')} as from, ${millis('to_ts')} as to from backfill_request
     where site_id = $1 and kind = $2 and state in ('waiting', 'sent')`,
    [siteId, kind],
  );
  return rows;
}

/** The ended requests of a kind that reach into a period. */
export async function listEnded(
  client: Connection,
  siteId: number,
  kind: BackfillKind,
  { from, to }: Slot,
): Promise<EndedRequest[]> {
  const { rows } = await client.query<EndedRequest>(
    `select ${millis('from_ts')} as from, ${millis('to_ts')} as to, ${millis('end_time')} as "endedAt"
     from backfill_request
     where site_id = $1 and kind = $2 and to_ts > $3 and from_ts < $4 and end_time is not null`,
    [siteId, kind, iso(from), iso(to)],
  );
  return rows;
}

/** The enabled, connected sites whose type lets the platform ask by itself, without those it is asking already. */
export async function listAutomaticSites(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ siteId: number }>(
    `select s.site_id as "siteId" from site s join basic_device_type t using (device_type_id)
     where t.asks_itself and s.status = '0' and s.protocol like 'hj212-%'
       and s.site_id in (select unnest(site_ids) from gateway_connection)
       and not exists (
         select from backfill_request r where r.site_id = s.site_id and r.state in ('waiting', 'sent'))
     order by s.site_id`,
  );
  return rows.map(({ siteId }) => siteId);
}

interface NewRequests {
  siteId: number;
  kind: BackfillKind;
  spans: readonly MissingSpan[];
  at: Date;
  automatic: boolean;
  userId: number;
  userName: string;
}

export async function insertRequests(client: Connection, given: NewRequests): Promise<void> {
  const { siteId, kind, spans, at, automatic, userId, userName } = given;
  await client.query(
    `insert into backfill_request (site_id, kind, from_ts, to_ts, missing, automatic, user_id, create_by, create_time)
     select $1, $2, from_ts, to_ts, missing, $6, $7, $8, $9
     from unnest($3::timestamptz[], $4::timestamptz[], $5::integer[]) as given(from_ts, to_ts, missing)`,
    [
      siteId,
      kind,
      spans.map(({ from }) => iso(from)),
      spans.map(({ to }) => iso(to)),
      spans.map(({ missing }) => missing),
      automatic,
      userId,
      userName,
      at.toISOString(),
    ],
  );
}

export interface StoredRequest extends MissingSpan {
  requestId: number;
  siteId: number;
  kind: BackfillKind;
  arrived: number;
  logId: number | null;
  createdAt: number;
  userId: number;
  createBy: string;
}

const requestColumns = `request_id as "requestId", site_id as "siteId", kind, missing, arrived, log_id::float8 as "logId",
  ${millis('from_ts')} as from, ${millis('to_ts')} as to, ${millis('create_time')} as "createdAt", user_id as "userId",
  create_by as "createBy"`;

/** The requests whose command is on its way. */
export async function listSent(pool: Pool): Promise<StoredRequest[]> {
  const { rows } = await pool.query<StoredRequest>(
    `select ${requestColumns} from backfill_request where state = 'sent' order by request_id`,
  );
  return rows;
}

/** The oldest request of each site that waits, where no other one is under way. */
export async function listNext(pool: Pool): Promise<StoredRequest[]> {
  const { rows } = await pool.query<StoredRequest>(
    `select distinct on (site_id) ${requestColumns} from backfill_request r
     where state = 'waiting' and not exists (
       select from backfill_request other where other.site_id = r.site_id and other.state = 'sent')
     order by site_id, request_id`,
  );
  return rows;
}

/** Before its command is ordered, so that it is never sent twice. */
export async function noteSent(client: Connection, requestId: number, at: Date): Promise<void> {
  await client.query(
    `update backfill_request set state = 'sent', sent_time = $2 where request_id = $1 and state = 'waiting'`,
    [requestId, at.toISOString()],
  );
}

export async function noteCommand(client: Connection, requestId: number, logId: number): Promise<void> {
  await client.query('update backfill_request set log_id = $2 where request_id = $1', [requestId, logId]);
}

export async function noteArrived(client: Connection, requestId: number, arrived: number): Promise<void> {
  await client.query('update backfill_request set arrived = $2 where request_id = $1', [requestId, arrived]);
}

interface RequestEnd {
  state: BackfillState;
  arrived: number;
  reason: BackfillReason | null;
  at: Date;
}

export async function endRequest(
  client: Connection,
  requestId: number,
  { state, arrived, reason, at }: RequestEnd,
): Promise<void> {
  await client.query(
    `update backfill_request set state = $2, arrived = $3, reason = $4, end_time = $5
     where request_id = $1 and state in ('waiting', 'sent')`,
    [requestId, state, arrived, reason, at.toISOString()],
  );
}
