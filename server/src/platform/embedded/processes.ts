import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { readErrorCode } from './launch-error.ts';

interface RunningProcess {
  /** Start time as an opaque text: the same pid with another start time is another process. */
  mark: string;
  /** The name of its executable. */
  program: string;
  /** Its command line (split into words if known) and its working folder. */
  traces: string[];
}

export function readProcess(pid: number): RunningProcess | undefined {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'linux') return readLinuxProcess(pid);
  if (process.platform === 'win32') return readWindowsProcess(pid);
  return readUnixProcess(pid);
}

export function isAlive(pid: number): boolean {
  // Zero and negative numbers address whole process groups.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
  // A zombie that its parent has not reaped yet still has its pid.
  return process.platform !== 'linux' || readLinuxStat(pid)[0] !== 'Z';
}

/** Sends a signal to a process that may have ended already. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (readErrorCode(error) !== 'ESRCH') throw error;
  }
}

function readLinuxProcess(pid: number): RunningProcess | undefined {
  const started = readLinuxStat(pid)[19];
  if (started === undefined) return undefined;
  const boot = readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const words = readOr('', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  const folder = readOr('', () => readlinkSync(`/proc/${pid}/cwd`));
  return {
    mark: `${boot} ${started}`,
    program: basename(words[0] ?? ''),
    traces: [...words, folder],
  };
}

/** The fields of /proc/<pid>/stat from the state on; the name before them may contain spaces and brackets. */
function readLinuxStat(pid: number): string[] {
  const text = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readUnixProcess(pid: number): RunningProcess | undefined {
  const readColumn = (column: string) =>
    readOr('', () =>
      execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { env: { LC_ALL: 'C' } })
        .toString()
        .trim(),
    );
  const mark = readColumn('lstart');
  return mark ? { mark, program: basename(readColumn('comm')), traces: [readColumn('command')] } : undefined;
}

function readWindowsProcess(pid: number): RunningProcess | undefined {
  const script = `$p = Get-CimInstance Win32_Process -Filter "ProcessId=${pid}"; $p.CreationDate.Ticks; $p.Name; $p.CommandLine`;
  const text = readOr('', () =>
    execFileSync('powershell', ['-NoProfile', '-Command', script], { windowsHide: true }).toString(),
  );
  const [mark = '', program = '', traces = ''] = text.trim().split(/\r?\n/);
  return mark ? { mark, program, traces: [traces] } : undefined;
}

/** The process may end between two reads. */
function readOr(fallback: string, read: () => string): string {
  try {
    return read();
  } catch {
    return fallback;
  }
}
