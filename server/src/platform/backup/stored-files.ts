import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { readErrorCode } from '../embedded/launch-error.ts';
import { filePath } from '../files/file-paths.ts';
import type { Table } from './catalogue.store.ts';

/** A file of the backed-up moment. Files never change, so a file that is read later is still the same. */
export interface StoredFile {
  id: string;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Ids become part of a path, and a backup may come from anywhere. */
export function isFileId(id: string): boolean {
  return /^[\w-]{16,128}$/.test(id);
}

/** The completely uploaded files; none in a database from before uploads existed. */
export async function listStoredFiles(client: pg.ClientBase, tables: Table[]): Promise<StoredFile[]> {
  if (!tables.some(({ name }) => name === 'file')) return [];
  const { rows } = await client.query<StoredFile>(
    `select id, encode(sha256, 'hex') as sha256 from file where sha256 is not null order by id`,
  );
  return rows;
}

/** The bytes of a file; undefined if they are missing. */
export async function openStoredFile(config: Config, id: string) {
  const handle = await open(filePath({ config }, id)).catch(ifGone(undefined));
  return handle?.createReadStream({ highWaterMark: 256 * 1024 });
}

const folderOf = (dataDir: string) => join(dataDir, 'files');

/** The files in the upload folder, whether they have a row or not. */
export async function listFilesOnDisk({ dataDir }: Config): Promise<string[]> {
  const entries = await readdir(folderOf(dataDir), { recursive: true, withFileTypes: true }).catch(
    ifGone([]),
  );
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join('files', entry.name));
}

export interface StagedFiles {
  write(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Moves all files into the upload folder at once; that folder was checked to be empty. */
  place(): Promise<void>;
  discard(): Promise<void>;
}

/** Restored files, kept in a separate folder until everything else has succeeded. */
export function stageFiles(config: Config): StagedFiles {
  const aside = join(config.dataDir, `restoring-${process.pid}`);
  let count = 0;
  return {
    async write(id, bytes) {
      const path = filePath({ config: { ...config, dataDir: aside } }, id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
      count++;
    },
    async place() {
      if (count === 0) return;
      await rm(folderOf(config.dataDir), { recursive: true, force: true });
      await rename(folderOf(aside), folderOf(config.dataDir));
    },
    discard: () => rm(aside, { recursive: true, force: true }),
  };
}

function ifGone<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (readErrorCode(error) === 'ENOENT') return fallback;
    throw error;
  };
}
