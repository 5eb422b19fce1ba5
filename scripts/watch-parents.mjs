// Detects that the npm that runs a script is gone. npm runs scripts through a shell: a SIGTERM for npm reaches only the
// shell, which dies silently, and after a SIGKILL for npm the shell continues without a parent.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Parent and command line of a process; undefined if the process does not exist or cannot be inspected. */
function readProcess(pid) {
  if (process.platform === 'win32') return undefined;
  if (!existsSync('/proc/self/stat')) {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? [];
    return parent === undefined ? undefined : { parent: Number(parent), command };
  }
  try {
    // The name before it is in brackets and may contain any character.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return undefined;
  }
}

/** Returns a function that checks whether the parent process, or the npm above its shell, is gone. */
export function watchParents() {
  const shell = process.ppid;
  const before = readProcess(shell);
  // If the shell replaced itself by this program, the parent is npm, and npm's own parent does not matter.
  const hasShell = before?.command.includes('run.mjs') ?? false;
  return () => process.ppid !== shell || (hasShell && readProcess(shell)?.parent !== before?.parent);
}
