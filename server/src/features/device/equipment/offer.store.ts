import type { BatchDevice } from '@limpid/contract/device/offer';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isCorrectedNow } from '../execution/corrected.store.ts';
import type { CommandDefinition, ParamRow } from '../execution/order.store.ts';

export interface EnabledCommand extends CommandDefinition {
  commandName: string;
  commandNameEn: string | null;
  commandNameFr: string | null;
}

/** All commands that are not stopped, in their order. */
export async function listEnabledCommands(db: Database): Promise<EnabledCommand[]> {
  const { rows } = await sql<EnabledCommand>`
    select command_id, command_code, command_name, command_name_en, command_name_fr, command_type, config_params,
      since_version, until_version, device_type_ids, dangerous
    from basic_command where status = '0' order by command_code, command_id`.execute(db);
  return rows;
}

export interface NamedParamRow extends ParamRow {
  commandCode: string;
  unit: string | null;
}

export async function listNamedParams(db: Database): Promise<NamedParamRow[]> {
  const { rows } = await sql<NamedParamRow>`
    select command_code, param_code, param_name, param_name_en, param_name_fr, param_type, unit, min_value, max_value,
      choices, default_value
    from basic_command_param order by param_id`.execute(db);
  return rows;
}

export type BatchRow = Omit<BatchDevice, 'values' | 'moreValues' | 'cancellable' | 'isCorrectedTwice'> & {
  commandCode: string;
  /** Null until it is sent. */
  request: string | null;
  isCorrected: boolean;
  response: string | null;
};

/** The commands of one order, as far as their sites are within the data scope. */
export async function listBatch(db: Database, scope: Scope, batchId: string): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select log_id::integer, site_id, l.site_name, state, result_desc, command_code, request, response,
      data_time, sent_at, accepted_at, answered_at, ended_at, ${isCorrectedNow} as is_corrected
    from device_log_row l join site s using (site_id)
    where batch_id = ${batchId} and ${scopeCondition(scope, { dept: 'dept_id' })} order by log_id`.execute(
    db,
  );
  return rows;
}

/** The orders that these commands belong to, and who has placed them. */
export async function listOrdersOf(
  db: Database,
  logIds: readonly number[],
): Promise<{ batchId: string; userId: number }[]> {
  const { rows } = await sql<{ batchId: string; userId: number }>`
    select distinct batch_id, user_id from device_log
    where log_id = any(${logIds}) and batch_id is not null and user_id is not null`.execute(db);
  return rows;
}
