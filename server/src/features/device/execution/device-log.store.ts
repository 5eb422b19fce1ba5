import type { CommandExchange, ExchangeKind, ExchangeTimes } from '@limpid/hj212/exchange';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import { describeResult } from './describe-result.rule.ts';

/** A command on its way to a device. */
export interface OrderedCommand {
  logId: number;
  siteId: number;
  commandCode: string;
  kind: ExchangeKind;
  qn: string;
  exchange: CommandExchange;
  times: ExchangeTimes;
}

interface OrderRow {
  logId: string;
  siteId: number;
  commandCode: string;
  kind: ExchangeKind;
  state: CommandExchange['phase'];
  qn: string;
  sealedCp: string;
  sent: number;
  packets: number;
  sentAt: number;
  deadline: number | null;
  result: number | null;
  answerSeconds: number;
  retries: number;
  executionSeconds: number;
}

const orderColumns = `l.log_id as "logId", l.site_id as "siteId", l.command_code as "commandCode", l.kind, l.state, l.qn,
  l.sealed_cp as "sealedCp", l.sent, l.packets, l.result,
  extract(epoch from l.sent_at)::float8 * 1000 as "sentAt", extract(epoch from l.deadline)::float8 * 1000 as deadline,
  t.answer_seconds as "answerSeconds", t.retries, t.execution_seconds as "executionSeconds"`;

const timesOf = (row: OrderRow): ExchangeTimes => ({
  answerMs: row.answerSeconds * 1000,
  retries: row.retries,
  executionMs: row.executionSeconds * 1000,
});

function toOrdered(row: OrderRow): OrderedCommand {
  const {
    siteId,
    commandCode,
    kind,
    qn,
    state: phase,
    sentAt: startedAt,
    sent,
    packets,
    deadline,
    result,
  } = row;
  return {
    logId: Number(row.logId),
    siteId,
    commandCode,
    kind,
    qn,
    exchange: { kind, phase, startedAt, sent, packets, deadline, result },
    times: timesOf(row),
  };
}

/** Whether a waiting command (`q`) still fits its site: enabled, the same device, and a protocol and type with the command. */
const stillFits = `exists (
  select from site s join basic_device_type t using (device_type_id)
  left join basic_command c on c.command_id = q.command_id
  where s.site_id = q.site_id and s.status = '0' and s.mn = q.device_sn and (
    c.command_id is null or (
      t.protocol between 'hj212-' || c.since_version and 'hj212-' || c.until_version
      and (cardinality(c.device_type_ids) = 0 or t.device_type_id = any(c.device_type_ids))
    )
  )
)`;

/**
 * The oldest command that waits for this device, marked as sent by this process before anything is sent; undefined if
 * there is none or another one is in flight.
 */
export async function takeOrder(
  pool: Pool,
  siteId: number,
  { qn, process, now }: { qn: string; process: string; now: number },
): Promise<{ order: OrderedCommand; sealedCp: string } | undefined> {
  const { rows } = await pool.query<OrderRow>(
    `update device_log l set state = 'sent', qn = $2, process = $3, sent = 1, sent_at = $4,
       deadline = $4::timestamptz + t.answer_seconds * interval '1 second'
     from site s join basic_device_type t using (device_type_id)
     where s.site_id = l.site_id and l.log_id = (
       select log_id from device_log q where site_id = $1 and state = 'queued' and send_until > $4 and ${stillFits}
         and not exists (select from device_log where site_id = $1 and state in ('sent', 'accepted', 'answered'))
       order by log_id limit 1 for update skip locked
     )
     returning ${orderColumns}`,
    [siteId, qn, process, toMoment(now)],
  );
  const [row] = rows;
  return row && { order: toOrdered(row), sealedCp: row.sealedCp };
}

/** The command in flight with this QN, taken over by this process. */
export async function adoptOrder(
  pool: Pool,
  siteId: number,
  process: string,
  qn: string,
): Promise<{ order: OrderedCommand; sealedCp: string } | undefined> {
  const { rows } = await pool.query<OrderRow>(
    `update device_log l set process = $2 from site s join basic_device_type t using (device_type_id)
     where s.site_id = l.site_id and l.site_id = $1 and l.qn = $3
       and l.state in ('sent', 'accepted', 'answered')
     returning ${orderColumns}`,
    [siteId, process, qn],
  );
  const [row] = rows;
  return row && { order: toOrdered(row), sealedCp: row.sealedCp };
}

/** Writes what has happened to a command; false if another process has taken it over or it has ended. */
export async function saveExchange(
  pool: Pool,
  { logId, exchange }: OrderedCommand,
  { process, now, request, response }: { process: string; now: number; request?: string; response?: string },
): Promise<boolean> {
  const { phase, sent, packets, deadline, result } = exchange;
  const { rowCount } = await pool.query(
    `update device_log set state = $3, sent = $4, packets = $5, deadline = $6, result = $7,
       request = coalesce($8, request),
       response = case when $9::text is null then response else left(concat_ws(e'\\n', response, $9), 20000) end,
       accepted_at = case when $3 = 'accepted' then coalesce(accepted_at, $10) else accepted_at end,
       answered_at = case when $3 = 'answered' then coalesce(answered_at, $10) else answered_at end,
       ended_at = case when $6::timestamptz is null then $10::timestamptz end,
       sealed_cp = case when $6::timestamptz is null then null else sealed_cp end, result_desc = $11
     where log_id = $1 and process = $2 and state in ('sent', 'accepted', 'answered')`,
    [
      logId,
      process,
      phase,
      sent,
      packets,
      toMoment(deadline),
      result,
      request ?? null,
      response ?? null,
      toMoment(now),
      deadline === null ? describeResult(exchange) : null,
    ],
  );
  return rowCount === 1;
}

/** Counts an answer that came after the end of its command; false if there is no such command. */
export async function countLateAnswer(
  pool: Pool,
  siteId: number,
  qn: string,
  response: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update device_log set late_answers = late_answers + 1,
       response = left(concat_ws(e'\\n', response, $3::text), 20000)
     where site_id = $1 and qn = $2 and ended_at is not null and state <> 'received'`,
    [siteId, qn, response],
  );
  return (rowCount ?? 0) > 0;
}

/** Ends commands that waited too long, for their device or behind earlier commands to it. */
export async function expireOrders(pool: Pool, now: number): Promise<void> {
  await pool.query(
    `update device_log q set state = 'timedOut', ended_at = $1, sealed_cp = null, result_desc = case when exists (
         select from device_log before where before.site_id = q.site_id and before.log_id < q.log_id
           and before.sent_at is not null and (before.ended_at is null or before.ended_at >= q.send_until)
       ) then 'device.results.queueTooLong' else 'device.results.neverConnected' end
     where state = 'queued' and send_until <= $1`,
    [toMoment(now)],
  );
}

/** Ends waiting commands whose site has changed so that they must not be sent any more. */
export async function endUnfitOrders(pool: Pool, now: number): Promise<void> {
  await pool.query(
    `update device_log q set state = 'failed', ended_at = $1, sealed_cp = null, result_desc = 'device.results.siteChanged'
     where state = 'queued' and not ${stillFits}`,
    [toMoment(now)],
  );
}

/**
 * Ends commands whose process is gone. Whether the device has executed them is unknown, so nothing is sent again by
 * itself.
 */
export async function interruptOrders(pool: Pool, overdue: number, now: number): Promise<number> {
  const { rowCount } = await pool.query(
    `update device_log set state = 'interrupted', ended_at = $2, deadline = null, sealed_cp = null,
       result_desc = 'device.results.interrupted'
     where state in ('sent', 'accepted', 'answered') and deadline < $1`,
    [toMoment(overdue), toMoment(now)],
  );
  return rowCount ?? 0;
}

/** The QNs of the last commands to a device, newest first. */
export async function listLastQns(pool: Pool, siteId: number, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ qn: string }>(
    `select qn from device_log where site_id = $1 and qn is not null and state <> 'received'
     order by data_time desc, log_id desc limit $2`,
    [siteId, count],
  );
  return rows.map(({ qn }) => qn);
}

/** Sites with commands that wait. */
export async function listWaitingSites(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ siteId: number }>(
    `select distinct site_id as "siteId" from device_log where state = 'queued'`,
  );
  return rows.map(({ siteId }) => siteId);
}

/** False if the site has no password. */
export async function writeStationPassword(pool: Pool, siteId: number, sealed: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update site set access_password = $2 where site_id = $1 and access_password is not null',
    [siteId, sealed],
  );
  return rowCount === 1;
}
