import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The Node of the lockfile where there is one for this system, otherwise the present one if it is new enough. */
export function findNode(root, current = process) {
  const system = current.platform === 'win32' ? 'win' : current.platform;
  const name = current.platform === 'win32' ? 'node.exe' : 'node';
  const installed = join(root, 'node_modules', `node-${system}-${current.arch}`, 'bin', name);
  // Present is not enough: it may need libraries that this system lacks.
  if (spawnSync(installed, ['--version'], { windowsHide: true }).status === 0) return installed;
  return runsTypeScript(current.version) ? current.execPath : undefined;
}

/** Node runs TypeScript as it is from 22.18 on. */
function runsTypeScript(version) {
  const [major, minor] = version.slice(1).split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/** What to say where there is none. */
export function explainNode(current = process) {
  return `Limpid needs Node 22.18 or later on this system (${current.platform}-${current.arch}), this is ${current.version}.`;
}
