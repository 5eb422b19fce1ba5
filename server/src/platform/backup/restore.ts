import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Config } from '../../config.ts';
import { type MigrationStep, migrationLock } from '../db/migrate.ts';
import { readErrorCode } from '../embedded/launch-error.ts';
import { BackupError } from './backup-error.ts';
import {
  listForeignKeys,
  listLockHolders,
  listRelations,
  listSessionPrograms,
  pinSettings,
  quoteIdentifier,
  tableWithColumns,
  tryLock,
} from './catalogue.store.ts';
import { BackupReader, type Section } from './read-backup.ts';
import type { BackupCount, BackupHeader } from './records.ts';
import { buildSchema, runLaterMigrations, splitMigrations } from './schema.ts';
import { checkSeal } from './sealed-file.ts';
import { programName, withSession } from './session.ts';
import { isFileId, listFilesOnDisk, type StagedFiles, stageFiles } from './stored-files.ts';
import type { CopyProgress, OpenConnection } from './write-backup.ts';

export interface RestoreOptions {
  file: string;
  config: Config;
  /** Only for tests: other migrations than those of this release. */
  migrations?: readonly MigrationStep[];
  open(): Promise<OpenConnection>;
  report?: (progress: CopyProgress) => void;
  signal?: AbortSignal;
}

export interface RestoreResult extends BackupCount {
  header: BackupHeader;
  /** Tables that no migration creates, such as a user's own. Their rows are not restored. */
  leftOut: string[];
}

const lockTimeoutMs = 10_000;
const neverAborted = new AbortController().signal;

/**
 * Restores a backup into an empty database. The file is read twice: once to check its seal, before anything is changed,
 * and once into a transaction that commits only after the last record.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { file, config, signal = neverAborted } = options;
  const handle = await openFile(file);
  const staged = stageFiles(config);
  try {
    const range = await checkSeal(handle, file, signal);
    const reader = await BackupReader.open(handle, range, file, signal);
    const migrations = splitMigrations(reader.header, file, options.migrations);
    const target = await options.open();
    try {
      return await withSession(target.connection, signal, async (client) => {
        await checkTarget(client, config);
        await client.query('begin');
        const tables = await buildSchema(client, migrations.before, reader.header);
        const restored = await loadSections(client, reader, { tables, staged, options });
        await runLaterMigrations(client, migrations.after);
        await interruptCommands(client);
        await client.query('analyze');
        signal.throwIfAborted();
        await staged.place();
        await client.query('commit');
        return restored;
      });
    } finally {
      await target.close();
    }
  } finally {
    await staged.discard();
    await handle.close();
  }
}

async function openFile(file: string): Promise<FileHandle> {
  const refuse = (problem: string) => new BackupError('unreadable', { file, problem });
  const handle = await open(file).catch((error: unknown) => {
    throw refuse(readErrorCode(error) ?? String(error));
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw refuse('EISDIR');
}

/** Refuses a database that is in use or not empty. */
async function checkTarget(client: pg.Client, config: Config): Promise<void> {
  await pinSettings(client);
  await reserveTarget(client);
  const found = await listRelations(client);
  if (found.length > 0) throw notEmpty(found);
  const files = await listFilesOnDisk(config);
  if (files.length > 0) throw notEmpty(files);
}

/**
 * Takes the lock that keeps a server from starting on the target. A restore that was cancelled a moment ago may still
 * hold it; the next attempt succeeds once that restore has ended.
 */
export async function reserveTarget(client: pg.Client): Promise<void> {
  const limit = performance.now() + lockTimeoutMs;
  while (!(await tryLock(client, migrationLock))) {
    const holders = await listLockHolders(client, migrationLock);
    // A session that is ending leaves the list of sessions before it releases its locks.
    const isEnding = holders.every((program) => program === null || program === programName);
    if (!isEnding || performance.now() > limit) throw new BackupError('inUse');
    await sleep(50);
  }
  if ((await listSessionPrograms(client)).includes('limpid')) throw new BackupError('inUse');
}

function notEmpty(found: string[]): BackupError {
  const shown = found.slice(0, 5).join(', ');
  return new BackupError('notEmpty', { found: found.length > 5 ? `${shown} … (${found.length})` : shown });
}

interface LoadContext {
  tables: Set<string>;
  staged: StagedFiles;
  options: RestoreOptions;
}

/** Loads tables in any order: foreign keys are dropped before, and created and validated again after. */
async function loadSections(
  client: pg.Client,
  reader: BackupReader,
  load: LoadContext,
): Promise<RestoreResult> {
  const { header } = reader;
  const restored: RestoreResult = { header, leftOut: [], tables: 0, rows: 0, files: 0 };
  const names = [...load.tables].map(quoteIdentifier);
  const foreignKeys = await listForeignKeys(client);
  for (const { drop } of foreignKeys) await client.query(drop);
  // The backup contains the rows that triggers wrote.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  for (let part = await reader.nextSection(); part; part = await reader.nextSection()) {
    if (part.kind === 'file') await loadFile(part, load, restored);
    else await loadTable(client, part, load, restored);
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { add } of foreignKeys) await client.query(add);
  for (const { name, value, called } of header.sequences) {
    await client.query('select setval(to_regclass($1), $2::bigint, $3)', [
      quoteIdentifier(name),
      value,
      called,
    ]);
  }
  return restored;
}

/** Commands to devices that waited when the backup was made are not sent again without asking. */
async function interruptCommands(client: pg.Client): Promise<void> {
  // Tests restore smaller schemas.
  const { rows } = await client.query(`select to_regclass('device_log') is not null as exists`);
  if (!rows[0]?.exists) return;
  await client.query(`update device_log set state = 'interrupted', ended_at = now(), deadline = null, sealed_cp = null,
    result_desc = 'device.results.interrupted' where ended_at is null`);
}

async function loadTable(
  client: pg.Client,
  table: Section,
  load: LoadContext,
  restored: RestoreResult,
): Promise<void> {
  const { file, report = () => undefined, signal } = load.options;
  if (!load.tables.has(table.name)) {
    await readToEnd(table);
    restored.leftOut.push(table.name);
    return;
  }
  const copy = client.query(copyFrom(`copy ${tableWithColumns(table)} from stdin`));
  await pipeline(table.data(), copy, { signal });
  if (copy.rowCount !== table.rows()) throw new BackupError('damaged', { file });
  report({ name: table.name, rows: copy.rowCount, done: true });
  restored.tables++;
  restored.rows += copy.rowCount;
}

async function loadFile(
  part: Section,
  { staged, options }: LoadContext,
  restored: RestoreResult,
): Promise<void> {
  if (!isFileId(part.name)) throw new BackupError('damaged', { file: options.file });
  await staged.write(part.name, part.data());
  restored.files++;
}

async function readToEnd(part: Section): Promise<void> {
  const data = part.data();
  while (!(await data.next()).done);
}
