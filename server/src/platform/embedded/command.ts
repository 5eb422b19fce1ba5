import { type ChildProcess, spawn } from 'node:child_process';
import type { Binaries } from './binaries.ts';

export interface Account {
  uid: number;
  gid: number;
}

/** How the database programs are run, since PostgreSQL refuses to be root. */
export interface RunAs {
  /** The account to become, where it is not our own. */
  become: Account | undefined;
  /** A command that changes who we are and then runs the rest of the line. */
  wrapper: string[];
  /** Who must own the files; undefined where files have no such owner (Windows). */
  owner: Account | undefined;
}

export interface Runner {
  as: RunAs;
  binaries: Binaries;
  /** A folder that the programs may stand in, whoever they run as. */
  folder: string;
}

interface SpawnOptions {
  output: 'pipe' | 'ignore' | number;
  detached?: boolean;
}

// An allow-list: the secrets of our own environment are no business of the database, and PG* would change it.
const inheritedVariables = [
  'PATH',
  'SystemRoot',
  'SystemDrive',
  'ComSpec',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
];

export function spawnAs(
  runner: Runner,
  program: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  const [command = program, ...rest] = [...runner.as.wrapper, program, ...args];
  const inherited = inheritedVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return spawn(command, rest, {
    ...runner.as.become,
    cwd: runner.folder,
    env: { ...Object.fromEntries(inherited), ...runner.binaries.environment, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', options.output, options.output],
    detached: options.detached ?? false,
    windowsHide: true,
  });
}

interface CommandResult {
  ok: boolean;
  output: string;
}

/** Runs a program to its end. One that cannot even be started is a failed one. */
export function runProgram(
  runner: Runner,
  program: string,
  args: string[],
  output: 'pipe' | 'ignore' = 'pipe',
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (ok: boolean, failure = '') => {
      resolve({ ok, output: (Buffer.concat(chunks).toString() + failure).trim() });
    };
    const child = spawnAs(runner, program, args, { output });
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => finish(false, error.message));
    child.once('close', (code) => finish(code === 0));
  });
}
