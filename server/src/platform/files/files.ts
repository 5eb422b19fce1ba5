import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError, fail } from '@limpid/contract/errors';
import type { FilePurpose } from '@limpid/contract/files';
import type { App } from '../app.ts';
import { type Caller, hasPermission } from '../auth/caller.ts';
import type { Database } from '../db/database.ts';
import { filePath } from './file-paths.ts';
import { claimFiles, type FileRow, findFile, releaseFiles } from './files.store.ts';
import { purposeRules } from './purposes.ts';
import type { ByteRange } from './range.rule.ts';

/** Whether this user may read a file that an object of a feature uses. */
type ReadCheck = (caller: Caller, id: string) => Promise<boolean>;

export interface Files {
  /** A feature that attaches files of a purpose registers who may read them beside their owner. */
  mayRead: Partial<Record<FilePurpose, ReadCheck>>;
  /** Permissions that allow uploads for a purpose, beside that of the purpose itself. */
  uploaders: Partial<Record<FilePurpose, string[]>>;
}

/** Allows uploads for this purpose to users with one of these permissions, because their forms need the file. */
export function allowUpload(
  { files }: Pick<App, 'files'>,
  purpose: FilePurpose,
  permissions: string[],
): void {
  files.uploaders[purpose] = [...(files.uploaders[purpose] ?? []), ...permissions];
}

export function mayUpload({ files }: Pick<App, 'files'>, purpose: FilePurpose, caller: Caller): boolean {
  const permissions = [purposeRules[purpose].permission, ...(files.uploaders[purpose] ?? [])];
  return permissions.some((permission) => hasPermission(caller, permission));
}

/**
 * Attaches uploaded files, within the transaction that stores their ids. Only the caller's own unattached files are
 * accepted: a caller cannot attach the file of another user, and a file is attached once.
 */
export async function attachFiles(
  db: Database,
  ids: readonly string[],
  purpose: FilePurpose,
  caller: Pick<Caller, 'userId'>,
  field?: string,
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  if ((await claimFiles(db, wanted, purpose, caller.userId)) !== wanted.length) {
    fail('file.not_own', {}, field);
  }
}

/** Detaches files that are no longer used: their owner can read them for a day, then they are removed. */
export async function detachFiles(db: Database, clock: App['clock'], ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await releaseFiles(db, ids, clock.now());
}

/** Finds a file for this user; the response is the same for a missing file and a forbidden one. */
export async function findReadable(app: App, id: string, caller: Caller | undefined): Promise<FileRow> {
  return (await lookUpFile(app, id, caller)) ?? fail(caller ? 'file.not_found' : 'auth.expired');
}

export async function lookUpFile(
  app: App,
  id: string,
  caller: Caller | undefined,
): Promise<FileRow | undefined> {
  const file = /^[0-9a-f]{48}$/.test(id) ? await findFile(app.db, id) : undefined;
  return file && (await mayRead(app, file, caller)) ? file : undefined;
}

async function mayRead(app: App, file: FileRow, caller: Caller | undefined): Promise<boolean> {
  const { readers } = purposeRules[file.purpose];
  const isAttached = file.looseSince === null;
  if (isAttached && readers === 'everybody') return true;
  if (!caller) return false;
  if (file.userId === caller.userId || (isAttached && readers === 'sessions')) return true;
  return isAttached && ((await app.files.mayRead[file.purpose]?.(caller, file.id)) ?? false);
}

/** The bytes of a file, or a part of them. */
export async function openFile(app: App, id: string, range?: ByteRange): Promise<Readable> {
  const handle = await open(filePath(app, id), 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new AppError('file.not_found') : error;
  });
  return handle.createReadStream(range);
}
