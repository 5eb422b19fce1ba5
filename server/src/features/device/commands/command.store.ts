import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { CommandRange } from './command-range.rule.ts';

/** The types of the parameters of a command code, by their codes. */
export async function listParamTypes(db: Database, commandCode: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ paramCode: string; paramType: string }>`
    select param_code, param_type from basic_command_param where command_code = ${commandCode}`.execute(db);
  return new Map(rows.map(({ paramCode, paramType }) => [paramCode, paramType]));
}

/** The templates of commands with a code, with the names of the commands. */
export async function listTemplates(
  db: Database,
  commandCode: string,
): Promise<{ commandName: string; configParams: string }[]> {
  const { rows } = await sql<{ commandName: string; configParams: string }>`
    select command_name, config_params from basic_command
    where command_code = ${commandCode} and config_params is not null`.execute(db);
  return rows;
}

/** The templates of enabled commands with a code and the devices that they are for, oldest first. */
export async function listEnabledTemplates(
  db: Database,
  commandCode: string,
): Promise<(CommandRange & { configParams: string })[]> {
  const { rows } = await sql<CommandRange & { configParams: string }>`
    select config_params, since_version, until_version, device_type_ids from basic_command
    where command_code = ${commandCode} and config_params is not null and status = '0'
    order by command_id`.execute(db);
  return rows;
}

export async function hasCommandCode(db: Database, commandCode: string): Promise<boolean> {
  const { rows } = await sql`select 1 from basic_command where command_code = ${commandCode} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function readCommandTypes(db: Database, commandId: number): Promise<number[]> {
  const { rows } = await sql<{ deviceTypeIds: number[] }>`
    select device_type_ids from basic_command where command_id = ${commandId}`.execute(db);
  return rows[0]?.deviceTypeIds ?? [];
}

/** Sets the types of device that a command is for; returns whether all of them exist. */
export async function writeCommandTypes(
  db: Database,
  commandId: number,
  deviceTypeIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ known: number }>`
    with known as (select device_type_id as id from basic_device_type where device_type_id = any(${deviceTypeIds})),
    written as (
      update basic_command set device_type_ids = array(select id from known order by id)
      where command_id = ${commandId}
    )
    select count(*)::int as known from known`.execute(db);
  return rows[0]?.known === new Set(deviceTypeIds).size;
}
