import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import { type CommandRange, isCommandFor, isForProtocol } from '../commands/command-range.rule.ts';

/** The site of a waiting command (`q`) is enabled and still has the device for which the command was ordered. */
export const sameDevice = `s.site_id = q.site_id and s.status = '0' and s.mn = q.device_sn`;
const rangeColumns = `c.status as "commandStatus", c.since_version as "sinceVersion", c.until_version as "untilVersion", c.device_type_ids as "deviceTypeIds"`;

/**
 * An earlier command of the same order to the same device has ended without success: what builds on it is not sent. What
 * is read back is sent all the same, because it shows what the device has done.
 */
export const earlierFailed = `(q.log_type <> '0' and exists (
  select from device_log e where e.batch_id = q.batch_id and e.site_id = q.site_id and e.log_id < q.log_id
    and e.ended_at is not null and e.state <> 'done'
))`;

/** A command and the device at its site now; all about the command is null if it was removed meanwhile. */
export type CommandAndDevice = { [Name in keyof CommandRange]: CommandRange[Name] | null } & {
  commandStatus: string | null;
  protocol: string;
  deviceTypeId: number;
};

/** Why a command must not be sent any more, by the rules of an order. */
export function findUnfit({
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

/** Ends waiting commands that will never be sent. */
export async function endHopelessOrders(pool: Pool, now: number): Promise<void> {
  await endUnfitOrders(pool, now);
  await expireOrders(pool, now);
  await endDisconnected(pool, now);
}

/** When a command was ordered, and whether only for the connection that its device had then. */
export interface WaitingOrder {
  orderedAt: number;
  connectedOnly: boolean;
}

/** The connection of a device: the version that it speaks, and when it began. */
export interface SendingConnection {
  header: { version: string };
  connectedAt: number;
}

/** Why a command cannot be sent over a connection. */
export function findUnreached(
  { sinceVersion, untilVersion, orderedAt, connectedOnly }: CommandAndDevice & WaitingOrder,
  { header, connectedAt }: SendingConnection,
): UnsentReason | undefined {
  if (connectedOnly && orderedAt < connectedAt) return 'offline';
  const range = { sinceVersion: sinceVersion ?? '', untilVersion: untilVersion ?? '' };
  return isForProtocol(range, `hj212-${header.version}`) ? undefined : 'otherVersion';
}

/** Ends as offline the commands that were ordered without a waiting time and whose connection has closed. */
async function endDisconnected(pool: Pool, now: number): Promise<void> {
  await endUnsent(
    pool,
    'offline',
    `state = 'queued' and connected_only
       and not exists (select from gateway_connection where q.site_id = any(site_ids))`,
    [toMoment(now)],
  );
}

/** A command was taken but could not be written to the connection: it ends, or waits for the next one. */
export async function returnTaken(pool: Pool, logId: number, now: number): Promise<void> {
  await endUnsent(pool, 'offline', `log_id = $2 and state = 'sent' and connected_only`, [
    toMoment(now),
    logId,
  ]);
  await pool.query(
    `update device_log set state = 'queued', qn = null, process = null, request = null, sent = 0, sent_at = null, deadline = null
     where log_id = $1 and state = 'sent'`,
    [logId],
  );
}

/** Ends a command whose connection was lost before the device has answered it; it was sent that often. */
export async function endLost(pool: Pool, logId: number, sent: number, now: number): Promise<void> {
  await pool.query(
    `update device_log set state = 'interrupted', ended_at = $3, deadline = null, sealed_cp = null, sent = $2,
       result_desc = 'device.results.connectionLost'
     where log_id = $1 and state in ('sent', 'accepted', 'answered')`,
    [logId, sent, toMoment(now)],
  );
}

/** Ends commands that waited too long, for their device or behind earlier commands to it. */
async function expireOrders(pool: Pool, now: number): Promise<void> {
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
async function endUnfitOrders(pool: Pool, now: number): Promise<void> {
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

type UnsentReason =
  | 'commandGone'
  | 'siteChanged'
  | 'earlierFailed'
  | 'unencodable'
  | 'password'
  | 'otherVersion'
  | 'offline';

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
    `update device_log q set state = '${reason === 'offline' ? 'offline' : 'failed'}', ended_at = $1, deadline = null, sealed_cp = null, sent = 0, sent_at = null,
       qn = null, result_desc = 'device.results.${reason}'
     where ${condition}`,
    values,
  );
}
