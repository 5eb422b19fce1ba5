import type { CommandExchange, ExchangeKind, ExchangeTimes } from '@limpid/hj212/exchange';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import { describeResult } from './describe-result.rule.ts';
import {
  type CommandAndDevice,
  earlierFailed,
  endTaken,
  findUnfit,
  findUnreached,
  type SendingConnection,
  sameDevice,
  type WaitingOrder,
} from './unsent-order.store.ts';

/** A command on its way to a device. */
export interface OrderedCommand {
  logId: number;
  siteId: number;
  commandCode: string;
  kind: ExchangeKind;
  qn: string;
  exchange: CommandExchange;
  times: ExchangeTimes;
  /** It is not sent, or sent again, later. */
  sendUntil: number;
}

/** A command that this process follows, with its content. */
export interface TakenOrder {
  order: OrderedCommand;
  sealedCp: string;
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
  isAccepted: boolean;
  sentAt: number;
  deadline: number | null;
  result: number | null;
  answerSeconds: number;
  retries: number;
  executionSeconds: number;
  sendUntil: number;
}

const orderColumns = `l.log_id as "logId", l.site_id as "siteId", l.command_code as "commandCode", l.kind, l.state, l.qn,
  l.sealed_cp as "sealedCp", l.sent, l.packets, l.result, l.accepted_at is not null as "isAccepted",
  extract(epoch from l.sent_at)::float8 * 1000 as "sentAt", extract(epoch from l.deadline)::float8 * 1000 as deadline,
  t.answer_seconds as "answerSeconds", case when l.sent_once then 0 else t.retries end as retries,
  t.execution_seconds as "executionSeconds", extract(epoch from l.send_until)::float8 * 1000 as "sendUntil"`;

const timesOf = (row: OrderRow): ExchangeTimes => ({
  answerMs: row.answerSeconds * 1000,
  retries: row.retries,
  executionMs: row.executionSeconds * 1000,
});

function toOrdered(row: OrderRow): OrderedCommand {
  const { siteId, commandCode, kind, qn, sent, packets, deadline, result, isAccepted, sendUntil } = row;
  const exchange = {
    kind,
    phase: row.state,
    isAccepted,
    startedAt: row.sentAt,
    sent,
    packets,
    deadline,
    result,
    recent: [],
  };
  const times = timesOf(row);
  return { logId: Number(row.logId), siteId, commandCode, kind, qn, exchange, times, sendUntil };
}

/**
 * The oldest command that waits for this device, marked as sent by this process before anything is sent; undefined if
 * there is none or another one is in flight. Commands that the device no longer understands are ended.
 */
export async function takeOrder(
  pool: Pool,
  siteId: number,
  given: { qn: string; process: string; now: number; connection: SendingConnection },
): Promise<TakenOrder | undefined> {
  const { qn, process, now, connection } = given;
  const { rows } = await pool.query<OrderRow & CommandAndDevice & WaitingOrder>(
    `update device_log l set state = 'sent', qn = $2, process = $3, sent = 1, sent_at = $4,
       deadline = $4::timestamptz + t.answer_seconds * interval '1 second'
     from (
       select q.log_id, c.status as command_status, c.since_version, c.until_version, c.device_type_ids, s.protocol as site_protocol, t.*
       from device_log q join site s on ${sameDevice} join basic_device_type t using (device_type_id)
       left join basic_command c using (command_id)
       where q.site_id = $1 and state = 'queued' and send_until > $4
         and not exists (select from device_log where site_id = $1 and state in ('sent', 'accepted', 'answered'))
         and not ${earlierFailed}
       order by q.log_id limit 1 for update of q skip locked
     ) as t
     where l.log_id = t.log_id
     returning ${orderColumns}, extract(epoch from l.data_time)::float8 * 1000 as "orderedAt", l.connected_only as "connectedOnly",
       t.site_protocol as protocol, t.device_type_id as "deviceTypeId",
       t.command_status as "commandStatus", t.since_version as "sinceVersion", t.until_version as "untilVersion", t.device_type_ids as "deviceTypeIds"`,
    [siteId, qn, process, toMoment(now)],
  );
  const [row] = rows;
  const unfit = row && (findUnfit(row) ?? findUnreached(row, connection));
  if (!row || !unfit) return row && { order: toOrdered(row), sealedCp: row.sealedCp };
  await endTaken(pool, Number(row.logId), unfit, now);
  return takeOrder(pool, siteId, given);
}

/** The command in flight with this QN, taken over by this process. */
export async function adoptOrder(
  pool: Pool,
  siteId: number,
  process: string,
  qn: string,
): Promise<TakenOrder | undefined> {
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

/** Whether a command is in flight and this process is the one that follows it. */
export async function isFollowedBy(pool: Pool, process: string, logId: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from device_log where log_id = $1 and process = $2 and state in ('sent', 'accepted', 'answered')`,
    [logId, process],
  );
  return rowCount === 1;
}

const longestResponse = 20_000;

/** The response with one more packet; what does not fit is left out completely, and a last line says so. */
const appendPacket = (packet: string) => `case when response like '%…' then response
  when length(concat_ws(e'\\n', response, ${packet})) > ${longestResponse - 2} then concat_ws(e'\\n', response, '…')
  else concat_ws(e'\\n', response, ${packet}) end`;

export interface ExchangeNews {
  process: string;
  now: number;
  request?: string;
  response?: string;
}

/** Writes what has happened to a command; false if another process has taken it over or it has ended. */
export async function saveExchange(
  pool: Pool,
  { logId, exchange }: OrderedCommand,
  { process, now, request, response }: ExchangeNews,
): Promise<boolean> {
  const { phase, sent, packets, deadline, result, isAccepted } = exchange;
  const { rowCount } = await pool.query(
    `update device_log set state = $3, sent = $4, packets = $5, deadline = $6, result = $7,
       request = coalesce($8, request),
       response = case when $9::text is null then response else ${appendPacket('$9::text')} end,
       accepted_at = case when $12 then coalesce(accepted_at, $10) else accepted_at end,
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
      isAccepted,
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
       response = ${appendPacket('$3::text')}
     where site_id = $1 and qn = $2 and ended_at is not null and state <> 'received'`,
    [siteId, qn, response],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Ends abandoned commands: those of processes that are gone, and those that this process could not
 * follow (`followed` are the ones that it does). Whether the device has executed them is unknown, so nothing is sent
 * again by itself. One whose request was not written down was not sent: it waits again.
 */
export async function endAbandoned(
  pool: Pool,
  {
    process,
    followed,
    overdue,
    now,
  }: { process: string; followed: readonly number[]; overdue: number; now: number },
): Promise<void> {
  const isAbandoned = `deadline < $1 and not (process = $2 and log_id = any($3::bigint[]))`;
  const given = [toMoment(overdue), process, followed];
  await pool.query(
    `update device_log set state = 'queued', qn = null, process = null, sent = 0, sent_at = null, deadline = null
     where state = 'sent' and request is null and ${isAbandoned}`,
    given,
  );
  await pool.query(
    `update device_log set state = 'interrupted', ended_at = $4, deadline = null, sealed_cp = null,
       result_desc = 'device.results.interrupted'
     where state in ('sent', 'accepted', 'answered') and ${isAbandoned}`,
    [...given, toMoment(now)],
  );
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
