import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export function readPostmaster(dataDir: string): number {
  const folder =
    execFileSync('find', [dataDir, '-name', 'postmaster.pid']).toString().trim().split('\n')[0] ?? '';
  return Number(readFileSync(folder, 'utf8').split('\n')[0]);
}

/** Processor seconds of a PostgreSQL and all its children so far. */
export function postgresSeconds(postmaster: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readStat(pid))
    .filter((stat) => stat.pid === postmaster || stat.parent === postmaster)
    .reduce((sum, { ticks: own }) => sum + own, 0);
  return ticks / 100;
}

function readStat(pid: string): { pid: number; parent: number; ticks: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/\(.*\)/, '()')
      .split(' ');
    const [own = 0, parent = 0, user = 0, system = 0] = [0, 3, 13, 14].map((n) => Number(fields[n]));
    return { pid: own, parent, ticks: user + system };
  } catch {
    // Ended meanwhile.
    return { pid: 0, parent: 0, ticks: 0 };
  }
}

/** Processor seconds of one process so far. */
export function processSeconds(pid: number): number {
  return readStat(String(pid)).ticks / 100;
}
