import { closeSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@limpid/contract/durations';
import { type Runner, runProgram, spawnAs } from './command.ts';
import { LaunchError, ownServerHint } from './launch-error.ts';
import { openLog, readReason } from './log-file.ts';
import type { EmbeddedPaths } from './paths.ts';
import { isAlive, readProcess, signalProcess } from './processes.ts';

export interface Postmaster {
  pid: number;
  isRunning(): boolean;
  /** The reason that the server logged for its end. */
  readReason(): string;
}

/** The server that runs on this cluster; a process that merely reuses its id is excluded. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const pid = readPidFile(cluster);
  const found = pid === undefined ? undefined : readProcess(pid);
  if (pid === undefined || !found || !/^postgres(\.exe)?$/.test(found.program)) return undefined;
  const isOurs =
    process.platform === 'win32' ||
    found.traces.some((trace) => trace === cluster || trace.includes(` -D ${cluster} `));
  return isOurs ? { pid, isRunning: () => isAlive(pid), readReason: () => '' } : undefined;
}

export async function launchPostmaster(
  runner: Runner,
  paths: EmbeddedPaths,
  settings: string[],
): Promise<Postmaster> {
  replaceStalePid(paths.cluster);
  const args = ['-D', paths.cluster, ...settings];
  const log = openLog(paths.log);
  const reason = () => readReason(paths.log, log.start);
  if (process.platform === 'win32') {
    closeSync(log.descriptor);
    return launchOnWindows(runner, paths, settings, reason);
  }
  // In its own session, so that Ctrl-C does not reach it: this process stops it cleanly.
  const child = spawnAs(runner, runner.binaries.postgres, args, { output: log.descriptor, detached: true });
  closeSync(log.descriptor);
  child.unref();
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(new LaunchError(`PostgreSQL cannot be run here (${error.message}): ${ownServerHint.slice(3)}.`)),
    );
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  // The pid is known once the process exists.
  return { pid: child.pid as number, isRunning, readReason: reason };
}

/** Uses pg_ctl, which also drops the rights of an administrator. */
async function launchOnWindows(
  runner: Runner,
  paths: EmbeddedPaths,
  settings: string[],
  reason: () => string,
): Promise<Postmaster> {
  const options = settings.map((word) => `"${word}"`).join(' ');
  const args = ['start', '-w', '-D', paths.cluster, '-l', paths.log, '-o', options];
  await runProgram(runner, runner.binaries.pgCtl, args, 'ignore');
  const found = findPostmaster(paths.cluster);
  return found ? { ...found, readReason: reason } : { pid: 0, isRunning: () => false, readReason: reason };
}

/** Requests a fast shutdown, and an immediate one if that takes too long. */
export async function stopPostmaster(postmaster: Postmaster, runner: Runner, cluster: string): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram(
      runner,
      runner.binaries.pgCtl,
      ['stop', '-m', 'fast', '-w', '-t', '60', '-D', cluster],
      'ignore',
    );
    return;
  }
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', MINUTE_MS],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, timeoutMs] of steps) {
    if (!postmaster.isRunning()) return;
    signalProcess(postmaster.pid, signal);
    const deadline = performance.now() + timeoutMs;
    while (postmaster.isRunning() && performance.now() < deadline) await sleep(5);
  }
}

function readPidFile(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/**
 * PostgreSQL refuses to start while the pid in its lock file belongs to any process of its user, even an unrelated one
 * or a zombie. It accepts the pid of its parent, which is this process; its check for surviving sessions, the other use
 * of the file, stays in force.
 */
function replaceStalePid(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  if (process.platform === 'win32' || !existsSync(file)) return;
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  rmSync(file);
  writeFileSync(file, [process.pid, ...rest].join('\n'), { mode: 0o644, flag: 'wx' });
}
