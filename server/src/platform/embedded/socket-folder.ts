import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './command.ts';
import { LaunchError, readErrorCode } from './launch-error.ts';
import type { EmbeddedPaths } from './paths.ts';

export const socketPort = 5432;

// The kernel allows 107 bytes on Linux and 103 on macOS, file name included.
const longestSocketPath = 103;

/** A folder that only the database's account and we can enter, with a path short enough for a socket. */
export function prepareSocketFolder(paths: EmbeddedPaths, owner: Account): string {
  if (fits(paths.socket)) return openFolder(paths.socket, owner, process.getuid?.() === 0);
  const key = createHash('sha256').update(paths.dataDir).digest('hex').slice(0, 16);
  const short = [tmpdir(), '/tmp'].map((base) => join(base, `limpid-${key}`)).find(fits);
  if (!short)
    throw new LaunchError(
      `The path ${paths.dataDir} is too long for a database socket: set TMPDIR to a short one.`,
    );
  return openFolder(short, owner, false);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestSocketPath;
}

function openFolder(folder: string, owner: Account, trusted: boolean): string {
  makeOnce(folder);
  const found = lstatSync(folder);
  // Anyone can create a folder in /tmp under a guessable name; a server in it would receive our password.
  const ours = trusted || [process.getuid?.(), owner.uid].includes(found.uid);
  if (!found.isDirectory() || !ours) {
    throw new LaunchError(
      `${folder} belongs to someone else (uid ${found.uid}): remove it, then start again.`,
    );
  }
  if (found.uid !== owner.uid) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  return folder;
}

function makeOnce(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  }
}
