import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { superuser } from './access.ts';
import { type Account, type Runner, runProgram } from './command.ts';
import { LaunchError, ownServerHint, summariseError } from './launch-error.ts';
import type { EmbeddedPaths } from './paths.ts';

/** Whether there is a cluster to start; refuses one that is incompatible with these binaries. */
export function hasCluster({ cluster, password }: EmbeddedPaths, major: string): boolean {
  const found = lstatSync(cluster, { throwIfNoEntry: false });
  if (!found) return false;
  const self = process.getuid?.() ?? 0;
  if (self !== 0 && found.uid !== self) {
    throw new LaunchError(
      `${cluster} belongs to another user (uid ${found.uid}): start as that user or as root, set DATA_DIR to another folder, ${ownServerHint}.`,
    );
  }
  if (readdirSync(cluster).length === 0) return false;
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new LaunchError(`${cluster} is not a database folder: move it away, then start again.`);
  }
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== major) {
    throw new LaunchError(
      `The database in ${cluster} was made by PostgreSQL ${version}, this release brings ${major}: start the release that made it, ${ownServerHint}.`,
    );
  }
  if (!existsSync(password)) {
    throw new LaunchError(
      `${password}, the key to the database in ${cluster}, is missing: restore it, then start again.`,
    );
  }
  return true;
}

/** The password in this file, which is created if it is missing. */
export function readOrCreatePassword(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Creates an empty cluster in a temporary folder and moves it into place once it is complete. */
export async function makeCluster(runner: Runner, paths: EmbeddedPaths, durable: boolean): Promise<void> {
  rmSync(paths.unfinished, { recursive: true, force: true });
  mkdirSync(paths.unfinished, { mode: 0o700 });
  const passwordCopy = `${paths.superuserPassword}.initdb`;
  rmSync(passwordCopy, { force: true });
  writeFileSync(passwordCopy, readOrCreatePassword(paths.superuserPassword), { mode: 0o600, flag: 'wx' });
  if (runner.as.owner) {
    chownSync(paths.unfinished, runner.as.owner.uid, runner.as.owner.gid);
    chownSync(passwordCopy, runner.as.owner.uid, runner.as.owner.gid);
  }
  const result = await runProgram(runner, runner.binaries.initdb, [
    `--pgdata=${paths.unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${passwordCopy}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ]);
  rmSync(passwordCopy, { force: true });
  if (!result.ok) throw new LaunchError(explainInitdbFailure(result.output));
  rmSync(paths.cluster, { recursive: true, force: true });
  renameSync(paths.unfinished, paths.cluster);
  if (durable && process.platform !== 'win32') syncFolder(paths.dataDir);
}

/** Gives an existing cluster to the account that will run it, in case an earlier start used another one. */
export function changeClusterOwner({ cluster }: EmbeddedPaths, owner: Account | undefined): void {
  if (!owner || lstatSync(cluster).uid === owner.uid) return;
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
  // Changed last, because its owner marks the work as done.
  lchownSync(cluster, owner.uid, owner.gid);
}

function explainInitdbFailure(output: string): string {
  // The file exists; what is missing is the loader that it names.
  if (output.endsWith('ENOENT')) {
    return 'The embedded database needs a system with glibc: set DATABASE_URL to use a PostgreSQL of your own.';
  }
  const lines = output.split('\n').filter((line) => line.includes('error:') || line.includes('FATAL'));
  const reason = summariseError(lines[0] ?? output.split('\n').at(-1) ?? '').replace(/^\S*initdb: /, '');
  return `The embedded database could not be made (${reason}): correct this, ${ownServerHint}.`;
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
