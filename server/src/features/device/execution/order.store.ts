import type { ParamType } from '@limpid/contract/device/command-param';
import type { ExchangeKind } from '@limpid/hj212/exchange';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isCorrectedNow } from './corrected.store.ts';

export interface CommandDefinition {
  commandId: number;
  commandCode: string;
  commandType: string;
  configParams: string | null;
  sinceVersion: string;
  untilVersion: string;
  deviceTypeIds: number[];
  dangerous: boolean;
}

export async function findCommand(db: Database, commandId: number): Promise<CommandDefinition | undefined> {
  const { rows } = await sql<CommandDefinition>`
    select command_id, command_code, command_type, config_params, since_version, until_version, device_type_ids, dangerous
    from basic_command where command_id = ${commandId} and status = '0'`.execute(db);
  return rows[0];
}

/** The command of this code that has no parameters. */
export async function findPlainCommand(db: Database, commandCode: string): Promise<number | undefined> {
  const { rows } = await sql<{ commandId: number }>`
    select command_id from basic_command
    where command_code = ${commandCode} and status = '0' and coalesce(config_params, '') = ''
    order by command_id limit 1`.execute(db);
  return rows[0]?.commandId;
}

/** The enabled command of this code whose template matches the pattern. */
export async function findCommandByTemplate(
  db: Database,
  commandCode: string,
  pattern: string,
): Promise<CommandDefinition | undefined> {
  const { rows } = await sql<CommandDefinition>`
    select command_id, command_code, command_type, config_params, since_version, until_version, device_type_ids, dangerous
    from basic_command where command_code = ${commandCode} and status = '0' and config_params ~ ${pattern}
    order by command_id limit 1`.execute(db);
  return rows[0];
}

/** How many commands of this code wait for a device. */
export async function countWaiting(db: Database, siteId: number, commandCode: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from device_log
    where site_id = ${siteId} and command_code = ${commandCode} and state = 'queued'`.execute(db);
  return rows[0]?.waiting ?? 0;
}

export interface ParamRow {
  paramCode: string;
  paramName: string;
  paramNameEn: string | null;
  paramNameFr: string | null;
  paramType: ParamType;
  minValue: number | null;
  maxValue: number | null;
  choices: string | null;
  defaultValue: string | null;
}

export async function listParams(db: Database, commandCode: string): Promise<ParamRow[]> {
  const { rows } = await sql<ParamRow>`
    select param_code, param_name, param_name_en, param_name_fr, param_type, min_value, max_value, choices, default_value
    from basic_command_param where command_code = ${commandCode}`.execute(db);
  return rows;
}

export interface OrderedSite {
  siteId: number;
  siteName: string;
  mn: string;
  deviceTypeId: number;
  protocol: string;
  zone: string;
  isConnected: boolean;
  /** Whether the platform applies K or B to values of the site now. */
  isCorrected: boolean;
}

/** The sites that every one of the scopes reaches, and whether any process has their connection. */
export async function listOrderedSites(
  db: Database,
  siteIds: readonly number[],
  ...scopes: readonly Scope[]
): Promise<OrderedSite[]> {
  const conditions = scopes.map((scope) => scopeCondition(scope, { dept: 'e.dept_id' }));
  const { rows } = await sql<OrderedSite>`
    with connected as (select distinct unnest(site_ids) as site_id from gateway_connection)
    select s.site_id, s.site_name, s.mn, s.device_type_id, s.protocol, e.zone,
      s.site_id in (select site_id from connected) as is_connected, ${isCorrectedNow} as is_corrected
    from site s join site_entity e using (entity_id)
    where s.site_id = any(${siteIds}) and s.status = '0' and ${sql.join(conditions, sql` and `)}
    order by s.site_id`.execute(db);
  return rows;
}

export interface NewOrder {
  siteId: number;
  deviceSn: string;
  state: 'queued' | 'offline';
  sealedCp: string | null;
}

export interface NewOrderFacts {
  command: CommandDefinition;
  kind: ExchangeKind;
  at: Date;
  sendUntil: Date;
  isSentOnce?: boolean;
  batchId: string;
  userId: number;
  userName: string;
  /** It is not sent over a later connection of the device. */
  connectedOnly?: boolean;
}

/** Stores orders before anything is sent. */
export async function insertOrders(
  db: Database,
  orders: readonly NewOrder[],
  facts: NewOrderFacts,
): Promise<{ siteId: number; logId: number; state: string }[]> {
  const { command, kind, at, sendUntil, batchId, userId, userName } = facts;
  const { isSentOnce = false, connectedOnly = false } = facts;
  const column = <V>(read: (order: NewOrder) => V) => orders.map(read);
  const { rows } = await sql<{ siteId: number; logId: string; state: string }>`
    insert into device_log (site_id, device_sn, state, sealed_cp, ended_at, result_desc, command_id, command_code, log_type, kind,
      data_time, send_until, sent_once, batch_id, user_id, user_name, connected_only)
    select site_id, device_sn, state, sealed_cp, case when state = 'offline' then ${at}::timestamptz end,
      case when state = 'offline' then 'device.results.offline' end,
      ${command.commandId}, ${command.commandCode}, ${command.commandType}, ${kind}, ${at}, ${sendUntil}, ${isSentOnce}, ${batchId},
      ${userId}, ${userName}, ${connectedOnly}
    from unnest(${column(({ siteId }) => siteId)}::integer[], ${column(({ deviceSn }) => deviceSn)}::text[],
      ${column(({ state }) => state)}::text[], ${column(({ sealedCp }) => sealedCp)}::text[])
      as given(site_id, device_sn, state, sealed_cp)
    returning site_id, log_id, state`.execute(db);
  return rows.map((row) => ({ ...row, logId: Number(row.logId) }));
}

/** A command in the log by its definition. */
export type LoggedCommand = Pick<
  CommandDefinition,
  'commandCode' | 'commandType' | 'sinceVersion' | 'untilVersion'
> & { logId: number; state: string };

/** What commands in the log are by their definitions; one whose definition is gone may be of any version. */
export async function listLoggedCommands(db: Database, logIds: readonly number[]): Promise<LoggedCommand[]> {
  const { rows } = await sql<LoggedCommand>`
    select l.log_id::integer, l.state, l.command_code, l.log_type as command_type,
      coalesce(c.since_version, '2005') as since_version, coalesce(c.until_version, '2025') as until_version
    from device_log l left join basic_command c using (command_id)
    where l.log_id = any(${logIds}) and l.state <> 'received'`.execute(db);
  return rows;
}

/** Those of the commands in the log whose site is within the data scope. */
export async function listReachedCommands(
  db: Database,
  logIds: readonly number[],
  scope: Scope,
): Promise<number[]> {
  const { rows } = await sql<{ logId: number }>`
    select log_id::integer from device_log_row
    where log_id = any(${logIds}) and ${scopeCondition(scope, { dept: 'dept_id' })}`.execute(db);
  return rows.map(({ logId }) => logId);
}

/** Cancels a command that has not ended; returns its site. */
export async function cancelOrder(db: Database, logId: number, at: Date): Promise<number | undefined> {
  const { rows } = await sql<{ siteId: number }>`
    update device_log set state = 'cancelled', ended_at = ${at}, deadline = null, sealed_cp = null,
      result_desc = 'device.results.cancelled'
    where log_id = ${logId} and state in ('queued', 'sent', 'accepted', 'answered') returning site_id`.execute(
    db,
  );
  return rows[0]?.siteId;
}

interface OrderResult {
  state: string;
  hasEnded: boolean;
  /** Epoch milliseconds. */
  endedAt: number | null;
  wasSent: boolean;
  /** It was repeated, or accepted: the device may have executed it before its last answer. */
  wasTaken: boolean;
}

export async function findOrderResult(db: Database, logId: number): Promise<OrderResult | undefined> {
  const { rows } = await sql<OrderResult>`
    select state, ended_at is not null as has_ended,
      extract(epoch from ended_at)::float8 * 1000 as ended_at, sent_at is not null as was_sent,
      sent > 1 or accepted_at is not null as was_taken from device_log
    where log_id = ${logId}`.execute(db);
  return rows[0];
}
