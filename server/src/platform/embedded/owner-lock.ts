import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { LaunchError, ownServerHint, readErrorCode } from './launch-error.ts';
import { readProcess } from './processes.ts';

/**
 * Makes this process the owner of the cluster and returns a function that releases it. A dead owner is replaced; a
 * running one is not disturbed.
 */
export function acquireOwnerLock(file: string, dataDir: string): () => void {
  const mine = `${process.pid}\n${readProcess(process.pid)?.mark ?? ''}\n`;
  for (let attempt = 0; attempt < 10; attempt++) {
    if (writeNew(file, mine)) {
      return () => {
        if (readText(file) === mine) rmSync(file, { force: true });
      };
    }
    const found = readText(file);
    if (found === undefined) continue;
    const owner = findLivingOwner(found);
    if (owner !== undefined) {
      throw new LaunchError(
        `Limpid is already running on ${dataDir} (process ${owner}): stop it first, set DATA_DIR to another folder, ${ownServerHint}.`,
      );
    }
    removeStale(file, found);
  }
  throw new LaunchError(`Several starts compete for ${dataDir}: start once more.`);
}

/** The process that currently owns the cluster, if any. */
export function findLockOwner(file: string): number | undefined {
  const found = readText(file);
  return found === undefined ? undefined : findLivingOwner(found);
}

/** Links a complete file into place, so that no process ever reads half a lock. */
function writeNew(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function findLivingOwner(text: string): number | undefined {
  const [pid = '', mark] = text.split('\n');
  const running = readProcess(Number(pid));
  return running?.mark === mark ? Number(pid) : undefined;
}

/** Moves the file away before deleting it, because it may be the new lock of a faster process. */
function removeStale(file: string, judged: string): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readText(aside) === judged) rmSync(aside, { force: true });
  else renameSync(aside, file);
}
