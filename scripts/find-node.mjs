import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The Node of the lockfile if there is one for this system, otherwise the current one if it is new enough. */
export function findNode(root, current = process) {
  const system = current.platform === 'win32' ? 'win' : current.platform;
  const name = current.platform === 'win32' ? 'node.exe' : 'node';
  const installed = join(root, 'node_modules', `node-${system}-${current.arch}`, 'bin', name);
  // The file may exist and still not run, because this system lacks libraries that it needs.
  if (spawnSync(installed, ['--version'], { windowsHide: true }).status === 0) return installed;
  return runsTypeScript(current.version) ? current.execPath : undefined;
}

/** Node can run TypeScript since 22.18. */
function runsTypeScript(version) {
  const [major, minor] = version.slice(1).split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/** The error message if no suitable Node was found. */
export function explainNode(current = process) {
  return `Limpid needs Node 22.18 or later on this system (${current.platform}-${current.arch}), this is ${current.version}.`;
}
