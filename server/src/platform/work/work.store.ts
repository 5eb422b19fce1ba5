import { DAY_MINUTES } from '@limpid/contract/durations';
import { type Language, languages } from '@limpid/contract/language';
import type { WorkRow } from '@limpid/contract/work';
import { sql } from 'kysely';
import { type Clock, minutesFrom } from '../clock.ts';
import type { Database } from '../db/database.ts';

interface WorkTable {
  id: string;
  userId: number;
  title: string;
  language: Language;
  state: WorkRow['state'];
  done: number;
  total: number | null;
  problem: string | null;
  fileName: string | null;
  report: unknown;
  createdAt: Date;
  heartbeatAt: Date;
}

const columns = [
  'id',
  'title',
  'state',
  'done',
  'total',
  'problem',
  'fileName',
  'report',
  'createdAt',
] as const;
const keptMinutes = DAY_MINUTES;
const silentMinutes = 1;
const maxListed = 50;
/** Distinguishes this lock from others. */
const workLock = 7301;

const tables = (db: Database) => db.withTables<{ work: WorkTable }>();

/** False if this user has too much running already; serialised, so that concurrent requests cannot exceed the limit. */
export async function insertWork(
  db: Database,
  row: Omit<WorkTable, 'heartbeatAt'>,
  maxRunning: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${workLock}, ${row.userId})`.execute(transaction);
    if ((await countRunning(transaction, row.userId)) >= maxRunning) return false;
    await tables(transaction)
      .insertInto('work')
      .values({ ...row, heartbeatAt: row.createdAt })
      .execute();
    return true;
  });
}

export async function updateProgress(
  db: Database,
  clock: Clock,
  id: string,
  progress: { done: number; total: number | null },
): Promise<void> {
  await tables(db)
    .updateTable('work')
    .set({ ...progress, heartbeatAt: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** Records the outcome, unless one is recorded already. */
export async function finishWork(
  db: Database,
  id: string,
  end: Pick<WorkRow, 'state'> & Partial<Pick<WorkRow, 'problem' | 'fileName' | 'report'>>,
): Promise<void> {
  const report = end.report === undefined ? undefined : JSON.stringify(end.report);
  await tables(db)
    .updateTable('work')
    .set({ ...end, report })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

export async function listOwnWork(db: Database, userId: number): Promise<WorkRow[]> {
  const rows = await tables(db)
    .selectFrom('work')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(toWire);
}

export async function findOwnWork(db: Database, userId: number, id: string): Promise<WorkRow | undefined> {
  const row = await tables(db)
    .selectFrom('work')
    .select(columns)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toWire(row);
}

/** The driver returns a timestamp as the text of the wire, although the column has the type of a date. */
function toWire(row: Pick<WorkTable, (typeof columns)[number]>): WorkRow {
  return { ...row, createdAt: String(row.createdAt) };
}

async function countRunning(db: Database, userId: number): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('work')
    .select(sql<number>`count(*)`.as('count'))
    .where('userId', '=', userId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks the file as no longer available. */
export async function clearFileName(db: Database, id: string): Promise<void> {
  await tables(db).updateTable('work').set({ fileName: null }).where('id', '=', id).execute();
}

export async function removeWorkRow(db: Database, id: string): Promise<void> {
  await tables(db).deleteFrom('work').where('id', '=', id).execute();
}

/** Marks work whose process has died as failed; removes work older than a day. Returns the removed ids. */
export async function sweepWork(
  db: Database,
  clock: Clock,
  interruptedText: (language: Language) => string,
): Promise<string[]> {
  for (const language of languages) {
    await tables(db)
      .updateTable('work')
      .set({ state: 'failed', problem: interruptedText(language) })
      .where('language', '=', language)
      .where('state', '=', 'running')
      .where('heartbeatAt', '<', minutesFrom(clock, -silentMinutes))
      .execute();
  }
  const gone = await tables(db)
    .deleteFrom('work')
    .where('state', '!=', 'running')
    .where('createdAt', '<', minutesFrom(clock, -keptMinutes))
    .returning('id')
    .execute();
  return gone.map(({ id }) => id);
}
