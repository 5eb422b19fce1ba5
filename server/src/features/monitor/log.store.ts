import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { isLockTimeout } from '../../platform/db/request-waits.ts';

/** A shorter retention would let an administrator erase the evidence of changing it. */
const minAuditDays = 30;

/** Each log with its time column, the parameter of its retention in days (0: for ever), and the minimum. */
export const logs = {
  operation: {
    table: 'sys_oper_log',
    time: 'oper_time',
    days: 'sys.log.operationDays',
    minDays: minAuditDays,
  },
  login: { table: 'sys_logininfor', time: 'login_time', days: 'sys.log.loginDays', minDays: minAuditDays },
  forward: { table: 'forward_log', time: 'create_time', days: 'sys.log.forwardDays', minDays: 1 },
  data: { table: 'data_log', time: 'create_time', days: 'sys.log.dataModifyDays', minDays: minAuditDays },
  task: { table: 'sys_job_log', time: 'create_time', days: 'sys.log.taskDays', minDays: 1 },
  alarm: { table: 'alarm_log', time: 'ended_at', days: 'sys.log.alarmDays', minDays: minAuditDays },
  // Commands that have not ended stay.
  device: { table: 'device_log', time: 'ended_at', days: 'sys.log.deviceDays', minDays: minAuditDays },
  error: { table: 'error_log', time: 'last_seen', days: 'sys.log.errorDays', minDays: 1 },
} as const;

export type LogName = keyof typeof logs;

const lockTimeoutMs = 2000;

/**
 * Truncates a log. Returns false if an export holds the table: writers must not queue behind the truncation for long.
 */
export async function emptyLog({ db }: Pick<App, 'db'>, name: LogName): Promise<boolean> {
  return db
    .transaction()
    .execute(async (transaction) => {
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(transaction);
      await sql`truncate ${sql.table(logs[name].table)}`.execute(transaction);
    })
    .then(
      () => true,
      (error: unknown) => {
        if (isLockTimeout(error)) return false;
        throw error;
      },
    );
}

/** Small, so that writers of the table never wait long. */
const batchSize = 5000;

/** Removes one batch of rows from before this moment and returns their number; `which` narrows them. */
export async function removeBatch(
  { db }: Pick<App, 'db'>,
  name: LogName,
  before: Date,
  which: RawBuilder<SqlBool> = sql`true`,
): Promise<number> {
  const { table, time } = logs[name];
  const rows = sql.table(table);
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${sql.ref(time)} < ${before} and ${which}
      order by ${sql.ref(time)} limit ${batchSize}))`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Removes one batch of names that no log contains, and returns where to continue. A name that is being written at the
 * same moment may be removed too; the next row with it restores it.
 */
export async function removeUnusedNames({ db }: Pick<App, 'db'>, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with checked as (select name from known_name where name > ${after} order by name limit ${batchSize}),
    gone as (
      delete from known_name k using checked c where k.name = c.name
        and not exists (select from sys_oper_log where oper_name = k.name)
        and not exists (select from sys_oper_log where oper_ip = k.name)
        and not exists (select from sys_logininfor where user_name = k.name)
        and not exists (select from sys_logininfor where ipaddr = k.name)
        and not exists (select from data_log where site_name = k.name)
        and not exists (select from data_log where oper_name = k.name)
    )
    select max(name) as last from checked`.execute(db);
  return rows[0]?.last ?? undefined;
}
