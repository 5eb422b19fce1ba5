// Tells when the npm that runs a script is gone. npm runs scripts through a shell: a SIGTERM for npm reaches the shell alone,
// which dies of it without a word, and a SIGKILL for npm reaches nobody, so that the shell lives on without a parent.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Parent and command line of a process; undefined where there is no such process or no way to ask. */
function readProcess(pid) {
  if (process.platform === 'win32') return undefined;
  if (!existsSync('/proc/self/stat')) {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? [];
    return parent === undefined ? undefined : { parent: Number(parent), command };
  }
  try {
    // The name before it is in brackets and may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return undefined;
  }
}

/** A function that says whether the process that started this one, or the npm before its shell, is gone. */
export function watchParents() {
  const shell = process.ppid;
  const before = readProcess(shell);
  // A shell that became this program has left its place to npm, whose own parent may come and go.
  const hasShell = before?.command.includes('run.mjs') ?? false;
  return () => process.ppid !== shell || (hasShell && readProcess(shell)?.parent !== before?.parent);
}
