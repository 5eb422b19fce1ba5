import { type ChildProcess, spawn } from 'node:child_process';
import { pickEnvironment } from '../../config.ts';
import type { Binaries } from './binaries.ts';

export interface Account {
  uid: number;
  gid: number;
}

/** How the database programs are run, because PostgreSQL refuses to run as root. */
export interface RunAs {
  /** The account to switch to, if it is not the current one. */
  become: Account | undefined;
  /** A command that switches the account and then runs the rest of the line. */
  wrapper: string[];
  /** The required owner of the files; undefined on Windows, where files have no such owner. */
  owner: Account | undefined;
}

export interface Runner {
  as: RunAs;
  binaries: Binaries;
  /** A working folder that every account may enter. */
  folder: string;
}

interface SpawnOptions {
  output: 'pipe' | 'ignore' | number;
  detached?: boolean;
}

// An allow-list: the database must not get the secrets of our environment, and PG* would change its behaviour.
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
  return spawn(command, rest, {
    ...runner.as.become,
    cwd: runner.folder,
    env: {
      ...pickEnvironment(inheritedVariables),
      ...runner.binaries.environment,
      LC_ALL: 'C',
      TZ: 'UTC',
    },
    stdio: ['ignore', options.output, options.output],
    detached: options.detached ?? false,
    windowsHide: true,
  });
}

interface CommandResult {
  ok: boolean;
  output: string;
}

/** Runs a program to its end. A program that cannot be started counts as failed. */
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
