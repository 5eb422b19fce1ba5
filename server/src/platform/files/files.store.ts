import { fail } from '@limpid/contract/errors';
import type { FilePurpose } from '@limpid/contract/files';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Quota } from './purposes.ts';

export interface FileRow {
  id: string;
  purpose: FilePurpose;
  userId: number | null;
  deptId: number | null;
  name: string;
  mediaType: string;
  size: number;
  /** Null until the file is complete and accepted. */
  sha256: Buffer | null;
  /** Null while something uses it. */
  looseSince: Date | null;
}

interface FileTable extends FileRow {
  createdAt: Date;
}

const files = (db: Database) => db.withTables<{ file: FileTable }>();
const megabyte = 1024 * 1024;

/** Reserves space before the first byte, so that concurrent uploads cannot exceed a user's quota. */
export async function reserveFile(
  db: Database,
  row: Pick<FileRow, 'id' | 'purpose' | 'deptId' | 'name' | 'size'> & { userId: number; now: Date },
  quota: Quota,
): Promise<void> {
  const { now, ...facts } = row;
  await files(db)
    .transaction()
    .execute(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext('file.quota'), ${row.userId})`.execute(db);
      const { rows } = await sql<{ count: number; bytes: number }>`
        select count(*) as count, coalesce(sum(size), 0)::bigint as bytes from file
        where user_id = ${row.userId} and purpose = any(${quota.purposes})`.execute(db);
      const kept = rows[0] ?? { count: 0, bytes: 0 };
      if (kept.count >= quota.files) fail('file.quota_files', { count: quota.files });
      if (kept.bytes + row.size > quota.bytes) {
        fail('file.quota_bytes', { megabytes: quota.bytes / megabyte });
      }
      const values = { ...facts, mediaType: '', sha256: null, createdAt: now, looseSince: now };
      await db.insertInto('file').values(values).execute();
    });
}

/** Marks the file as complete; from now on it can be read and attached. */
export async function completeFile(
  db: Database,
  id: string,
  facts: Pick<FileRow, 'name' | 'mediaType' | 'size'> & { sha256: Buffer },
): Promise<void> {
  const done = await files(db).updateTable('file').set(facts).where('id', '=', id).executeTakeFirst();
  if (done.numUpdatedRows !== 1n) fail('file.interrupted');
}

export async function findFile(db: Database, id: string): Promise<FileRow | undefined> {
  return files(db)
    .selectFrom('file')
    .select(['id', 'purpose', 'userId', 'deptId', 'name', 'mediaType', 'size', 'sha256', 'looseSince'])
    .where('id', '=', id)
    .where('sha256', 'is not', null)
    .executeTakeFirst();
}

export async function removeFileRow(db: Database, id: string): Promise<void> {
  await files(db).deleteFrom('file').where('id', '=', id).execute();
}

/** Attaches unattached files of this owner; returns their number. */
export async function claimFiles(
  db: Database,
  ids: readonly string[],
  purpose: FilePurpose,
  userId: number,
): Promise<number> {
  const taken = await files(db)
    .updateTable('file')
    .set({ looseSince: null })
    .where('id', 'in', ids)
    .where('purpose', '=', purpose)
    .where('userId', '=', userId)
    .where('sha256', 'is not', null)
    .where('looseSince', 'is not', null)
    .executeTakeFirst();
  return Number(taken.numUpdatedRows);
}

export async function releaseFiles(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await files(db)
    .updateTable('file')
    .set({ looseSince: now })
    .where('id', 'in', ids)
    .where('looseSince', 'is', null)
    .execute();
}

/**
 * Removes some of the long-unattached files, bytes first, so that after a failure the row remains for another attempt.
 * Rows locked by another sweeping process or by a feature that attaches them are skipped.
 */
export function sweepLoose(
  db: Database,
  before: Date,
  removeBytes: (id: string) => Promise<void>,
): Promise<number> {
  return files(db)
    .transaction()
    .execute(async (db) => {
      const rows = await db
        .selectFrom('file')
        .select('id')
        .where('looseSince', '<', before)
        .limit(100)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = rows.map(({ id }) => id);
      for (const id of ids) await removeBytes(id);
      if (ids.length > 0) await db.deleteFrom('file').where('id', 'in', ids).execute();
      return ids.length;
    });
}

/** The ids among these that have a row. */
export async function listKnownIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await files(db).selectFrom('file').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function hasFiles(db: Database): Promise<boolean> {
  return (await files(db).selectFrom('file').select('id').limit(1).executeTakeFirst()) !== undefined;
}
