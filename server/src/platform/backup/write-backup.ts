import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Config } from '../../config.ts';
import { type Clock, systemClock } from '../clock.ts';
import { productVersion } from '../version.ts';
import { BackupError } from './backup-error.ts';
import { listPartitions, readSequences, type Table, tableWithColumns } from './catalogue.store.ts';
import { type BackupCount, type BackupHeader, encodeRecord, type SectionEnd } from './records.ts';
import { seal } from './sealed-file.ts';
import { withSession } from './session.ts';
import { takeSnapshot } from './snapshot.ts';
import { listStoredFiles, openStoredFile, type StoredFile } from './stored-files.ts';
import { openTarget } from './target-file.ts';

/** An open connection to a database, and how to close it. */
export interface OpenConnection {
  connection: pg.ClientConfig;
  close(): Promise<void>;
}

/** The table or file being copied, and the progress. */
export interface CopyProgress {
  name: string;
  rows: number;
  done: boolean;
}

export interface BackupOptions {
  file: string;
  force?: boolean;
  config: Config;
  clock?: Clock;
  /** Where the key to encrypted secrets is. */
  key?: string | undefined;
  open(): Promise<OpenConnection>;
  report?: (progress: CopyProgress) => void;
  signal?: AbortSignal;
}

const neverAborted = new AbortController().signal;

export interface BackupResult extends BackupCount {
  bytes: number;
  /** Files with a row whose bytes are missing or differ from what was uploaded. */
  lost: string[];
}

/** Writes a snapshot of the database, and the files uploaded by then, into one file. */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { file, force = false, signal = neverAborted } = options;
  const target = await openTarget(file, force);
  try {
    const source = await options.open();
    const backup: BackupResult = { tables: 0, rows: 0, files: 0, bytes: 0, lost: [] };
    try {
      await withSession(source.connection, signal, (client) =>
        pipeline(
          writeRecords(client, options, backup),
          createZstdCompress({
            chunkSize: 256 * 1024,
            params: { [constants.ZSTD_c_checksumFlag]: 1 },
          }),
          seal,
          (chunks: AsyncIterable<Buffer>) => target.handle.writeFile(chunks),
          { signal },
        ),
      );
    } finally {
      await source.close();
    }
    signal.throwIfAborted();
    const { size } = await target.handle.stat();
    await target.finish();
    return { ...backup, bytes: size };
  } finally {
    await target.discard();
  }
}

async function* writeRecords(
  client: pg.Client,
  options: BackupOptions,
  backup: BackupResult,
): AsyncGenerator<Buffer> {
  const { config, clock = systemClock, report = () => undefined } = options;
  const tables = await takeSnapshot(client);
  yield encodeRecord('header', await describeDatabase(client, tables, clock, options.key));
  for (const { name, columns, partitioned } of tables) {
    if (partitioned) continue;
    const table = { name, columns };
    yield encodeRecord('table', table);
    const data = client.query(copyTo(`copy ${tableWithColumns(table)} to stdout`));
    const { rows = 0 } = yield* writeData(data, (rows) => report({ name, rows, done: false }));
    report({ name, rows, done: true });
    backup.rows += rows;
    backup.tables++;
  }
  const files = await listStoredFiles(client, tables);
  await client.query('commit');
  for (const file of files) yield* writeFile(config, file, backup);
  const { tables: count, rows, files: fileCount } = backup;
  yield encodeRecord('done', { tables: count, rows, files: fileCount });
}

async function* writeFile(config: Config, file: StoredFile, backup: BackupResult): AsyncGenerator<Buffer> {
  const data = await openStoredFile(config, file.id);
  if (!data) return void backup.lost.push(file.id);
  yield encodeRecord('file', { name: file.id });
  const { sha256 } = yield* writeData(data);
  if (sha256 !== file.sha256) backup.lost.push(file.id);
  backup.files++;
}

async function describeDatabase(
  client: pg.Client,
  tables: Table[],
  clock: Clock,
  key: string | undefined,
): Promise<BackupHeader> {
  if (!tables.some(({ name }) => name === 'schema_migration')) throw new BackupError('nothing');
  const migrations = await client.query<BackupHeader['migrations'][number]>(
    'select name, checksum from schema_migration order by name',
  );
  const server = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return {
    version: productVersion,
    postgres: server.rows[0]?.version ?? '',
    createdAt: clock.now().toISOString(),
    migrations: migrations.rows,
    tables: tables.filter(({ partitioned }) => !partitioned).map(({ name }) => name),
    partitions: await listPartitions(client),
    sequences: await readSequences(client),
    ...(key !== undefined && { key }),
  };
}

/** The data records of a table or a file, and the final record with its totals. */
async function* writeData(
  chunks: AsyncIterable<Buffer>,
  onRows?: (rows: number) => void,
): AsyncGenerator<Buffer, SectionEnd> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
    if (onRows) {
      rows += countLines(chunk);
      onRows(rows);
    }
    yield encodeRecord('data', chunk);
  }
  const end: SectionEnd = { ...(onRows && { rows }), bytes, sha256: hash.digest('hex') };
  yield encodeRecord('end', end);
  return end;
}

/** In the text format of COPY a line break always ends a row. */
function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
  return count;
}
