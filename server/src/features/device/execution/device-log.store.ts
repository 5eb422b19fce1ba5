import type { CommandExchange, ExchangeKind, ExchangeTimes } from '@limpid/hj212/exchange';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import { type CommandRange, isCommandFor } from '../commands/command-range.rule.ts';
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
  const { siteId, commandCode, kind, qn, sent, packets, deadline, result } = row;
  const exchange = { kind, phase: row.state, startedAt: row.sentAt, sent, packets, deadline, result };
  return { logId: Number(row.logId), siteId, commandCode, kind, qn, exchange, times: timesOf(row) };
}

/** The site of a waiting command (`q`) is enabled and still has the device for which the command was ordered. */
const sameDevice = `s.site_id = q.site_id and s.status = '0' and s.mn = q.device_sn`;
const rangeColumns = `c.status as "commandStatus", c.since_version as "sinceVersion", c.until_version as "untilVersion", c.device_type_ids as "deviceTypeIds"`;

/** An earlier command of the same order to the same device has ended without success: what builds on it is not sent. */
const earlierFailed = `exists (
  select from device_log e where e.batch_id = q.batch_id and e.site_id = q.site_id and e.log_id < q.log_id
    and e.ended_at is not null and e.state <> 'done'
)`;

/** A command and the device at its site now; all about the command is null if it was removed meanwhile. */
type CommandAndDevice = { [Name in keyof CommandRange]: CommandRange[Name] | null } & {
  commandStatus: string | null;
  protocol: string;
  deviceTypeId: number;
};

/** Why a command must not be sent any more, by the rules of an order. */
function findUnfit({
  commandStatus,
  sinceVersion,
  untilVersion,
  deviceTypeIds,
  ...device
}: CommandAndDevice): UnsentReason | undefined {
  if (commandStatus !== '0' || sinceVersion === null || untilVersion === null || deviceTypeIds === null)
    return 'commandGone';
  return isCommandFor({ sinceVersion, untilVersion, deviceTypeIds }, device) ? undefined : 'siteChanged';
}

/**
 * The oldest command that waits for this device, marked as sent by this process before anything is sent; undefined if
 * there is none or another one is in flight. Commands that the device no longer understands are ended.
 */
export async function takeOrder(
  pool: Pool,
  siteId: number,
  { qn, process, now }: { qn: string; process: string; now: number },
): Promise<TakenOrder | undefined> {
  const { rows } = await pool.query<OrderRow & CommandAndDevice>(
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
     returning ${orderColumns}, t.site_protocol as protocol, t.device_type_id as "deviceTypeId",
       t.command_status as "commandStatus", t.since_version as "sinceVersion", t.until_version as "untilVersion", t.device_type_ids as "deviceTypeIds"`,
    [siteId, qn, process, toMoment(now)],
  );
  const [row] = rows;
  const unfit = row && findUnfit(row);
  if (!row || !unfit) return row && { order: toOrdered(row), sealedCp: row.sealedCp };
  await endTaken(pool, Number(row.logId), unfit, now);
  return takeOrder(pool, siteId, { qn, process, now });
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

export interface ExchangeNews {
  process: string;
  now: number;
  /** The device has accepted the command, maybe after its first data. */
  isAccepted?: boolean;
  request?: string;
  response?: string;
}

/** Writes what has happened to a command; false if another process has taken it over or it has ended. */
export async function saveExchange(
  pool: Pool,
  { logId, exchange }: OrderedCommand,
  { process, now, isAccepted = false, request, response }: ExchangeNews,
): Promise<boolean> {
  const { phase, sent, packets, deadline, result } = exchange;
  const { rowCount } = await pool.query(
    `update device_log set state = $3, sent = $4, packets = $5, deadline = $6, result = $7,
       request = coalesce($8, request),
       response = case when $9::text is null then response else left(concat_ws(e'\\n', response, $9), 20000) end,
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

/** Ends waiting commands that must not be sent any more: their command or site has changed, or an earlier one has failed. */
export async function endUnfitOrders(pool: Pool, now: number): Promise<void> {
  const { rows } = await pool.query<CommandAndDevice & { logId: number }>(
    `select q.log_id as "logId", ${rangeColumns}, s.protocol, s.device_type_id as "deviceTypeId"
     from device_log q join site s using (site_id) left join basic_command c using (command_id)
     where q.state = 'queued'`,
  );
  const unfit = (reason: UnsentReason) =>
    rows.filter((row) => findUnfit(row) === reason).map(({ logId }) => logId);
  await endUnsent(pool, 'earlierFailed', `state = 'queued' and ${earlierFailed}`, [toMoment(now)]);
  const gone = [toMoment(now), unfit('commandGone')];
  await endUnsent(pool, 'commandGone', `state = 'queued' and log_id = any($2)`, gone);
  await endUnsent(
    pool,
    'siteChanged',
    `state = 'queued' and (log_id = any($2) or not exists (select from site s where ${sameDevice}))`,
    [toMoment(now), unfit('siteChanged')],
  );
}

type UnsentReason = 'commandGone' | 'siteChanged' | 'earlierFailed' | 'unencodable';

/** Ends a command that was taken but not sent. */
export async function endTaken(pool: Pool, logId: number, reason: UnsentReason, now: number): Promise<void> {
  await endUnsent(pool, reason, `log_id = $2 and state = 'sent'`, [toMoment(now), logId]);
}

/** Ends commands (`q`) of which nothing has been sent. */
async function endUnsent(
  pool: Pool,
  reason: UnsentReason,
  condition: string,
  values: unknown[],
): Promise<void> {
  await pool.query(
    `update device_log q set state = 'failed', ended_at = $1, deadline = null, sealed_cp = null, sent = 0, sent_at = null,
       qn = null, result_desc = 'device.results.${reason}'
     where ${condition}`,
    values,
  );
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
