import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export function readPostmaster(dataDir: string): number {
  const folder =
    execFileSync('find', [dataDir, '-name', 'postmaster.pid']).toString().trim().split('\n')[0] ?? '';
  return Number(readFileSync(folder, 'utf8').split('\n')[0]);
}

/** Processor seconds of a PostgreSQL and all its children so far, including those that have ended. */
export function postgresSeconds(postmaster: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readStat(pid))
    .map(({ pid, parent, ownSeconds, ended }) =>
      pid === postmaster ? ownSeconds + ended : parent === postmaster ? ownSeconds : 0,
    )
    .reduce((sum, one) => sum + one, 0);
  return ticks / 100;
}

function readStat(pid: string): { pid: number; parent: number; ownSeconds: number; ended: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/\(.*\)/, '()')
      .split(' ');
    const at = (index: number) => Number(fields[index]);
    return { pid: at(0), parent: at(3), ownSeconds: at(13) + at(14), ended: at(15) + at(16) };
  } catch {
    // The process has ended meanwhile.
    return { pid: 0, parent: 0, ownSeconds: 0, ended: 0 };
  }
}

interface ProcessorSeconds {
  node: number;
  postgres: number;
}

/** Processor seconds of this process and of the PostgreSQL in a folder during some work. */
export async function measureProcessor(
  dataDir: string,
  work: () => Promise<unknown>,
): Promise<ProcessorSeconds> {
  const postmaster = readPostmaster(dataDir);
  const before = { node: process.cpuUsage(), postgres: postgresSeconds(postmaster) };
  await work();
  const { user, system } = process.cpuUsage(before.node);
  return { node: (user + system) / 1e6, postgres: postgresSeconds(postmaster) - before.postgres };
}

/** Processor seconds of one process so far. */
export function processSeconds(pid: number): number {
  return readStat(String(pid)).ownSeconds / 100;
}
