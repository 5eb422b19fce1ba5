import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readErrorCode } from '../embedded/launch-error.ts';
import { BackupError } from './backup-error.ts';

export interface TargetFile {
  handle: FileHandle;
  /** Gives the file its name, once it is complete and flushed. */
  finish(): Promise<void>;
  /** Removes an unfinished file. */
  discard(): Promise<void>;
}

/** A file that only its owner may read, under a temporary name until it is complete. */
export async function openTarget(file: string, force: boolean): Promise<TargetFile> {
  await checkName(file, force);
  const draft = `${file}.${process.pid}.part`;
  await rm(draft, { force: true }).catch(explainWriteError(file));
  const handle = await open(draft, 'wx', 0o600).catch(explainWriteError(file));
  return {
    handle,
    async finish() {
      await handle.sync();
      await handle.close();
      if (force) await rename(draft, file);
      else await linkWithoutOverwrite(draft, file);
      await syncFolder(dirname(file));
    },
    async discard() {
      await handle.close();
      await rm(draft, { force: true });
    },
  };
}

async function checkName(file: string, force: boolean): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw explainWriteError(file)(error);
  });
  if (!found) return;
  if (found.isDirectory()) throw new BackupError('unwritable', { file, problem: 'EISDIR' });
  if (!force || !found.isFile()) throw new BackupError('exists', { file });
}

/** Keeps a file that took the name in the meantime. */
async function linkWithoutOverwrite(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
    await rm(draft);
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') throw new BackupError('exists', { file });
    // Not every file system supports hard links.
    await checkName(file, false);
    await rename(draft, file);
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

function explainWriteError(file: string): (error: unknown) => never {
  return (error) => {
    throw new BackupError('unwritable', { file, problem: readErrorCode(error) ?? String(error) });
  };
}
