import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { isLockTimeout } from '../../platform/db/request-waits.ts';

/** Fewer days would let a parameter erase the traces of what was done with it. */
const auditDays = 30;

/** The logs, with the time by which a row ages, the parameter for the days it is kept (0: for ever) and their minimum. */
export const logs = {
  operation: {
    table: 'sys_oper_log',
    time: 'oper_time',
    days: 'sys.log.operationDays',
    leastDays: auditDays,
  },
  login: { table: 'sys_logininfor', time: 'login_time', days: 'sys.log.loginDays', leastDays: auditDays },
  forward: { table: 'forward_log', time: 'create_time', days: 'sys.log.forwardDays', leastDays: 1 },
  data: { table: 'data_log', time: 'create_time', days: 'sys.log.dataModifyDays', leastDays: auditDays },
  task: { table: 'sys_job_log', time: 'create_time', days: 'sys.log.taskDays', leastDays: 1 },
  error: { table: 'error_log', time: 'last_seen', days: 'sys.log.errorDays', leastDays: 1 },
} as const;

export type LogName = keyof typeof logs;

const waitMs = 2000;

/**
 * Empties a log at once, however long it is. Somebody who is exporting it keeps it: the others, who want to write,
 * must not be made to wait behind us for longer than a moment. False when that was so.
 */
export async function emptyLog({ db }: Pick<App, 'db'>, name: LogName): Promise<boolean> {
  return db
    .transaction()
    .execute(async (transaction) => {
      await sql`select set_config('lock_timeout', ${String(waitMs)}, true)`.execute(transaction);
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

/** Small portions: a table that is being written to is never held for long. */
const portion = 5000;

/** Removes a portion of the rows from before this moment, of all or of those in question; returns how many there were. */
export async function removePortion(
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
      order by ${sql.ref(time)} limit ${portion}))`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Forgets a portion of the names that no log holds any longer, and says where to go on. A name that is being written
 * at this very moment may be forgotten with them; the next row with it brings it back.
 */
export async function forgetNames({ db }: Pick<App, 'db'>, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with checked as (select name from known_name where name > ${after} order by name limit ${portion}),
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
