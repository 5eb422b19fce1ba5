import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Several times what a run of all tests writes, so that a machine with little memory keeps using its disk. */
const neededBytes = 8 * 1024 ** 3;

/**
 * A folder for everything that tests write, removed at the end. In memory where the machine has plenty: hundreds of
 * databases are created and dropped, and the file system of a disk takes a tenth of the run for that.
 */
export function makeTemporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(isMemoryUsable() ? memory : tmpdir(), 'limpid-tests-'));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o1777);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // An interrupted run must not keep memory occupied.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  process.once('exit', remove);
  return { folder, remove };
}

function isMemoryUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return (
      isExecutable(readFileSync('/proc/mounts', 'utf8')) &&
      bavail * bsize > neededBytes &&
      process.availableMemory() > neededBytes
    );
  } catch {
    return false;
  }
}

/** Tests also run programs that they have written. */
function isExecutable(mounts: string): boolean {
  const [, , type, options = 'noexec'] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === memory) ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec');
}
