import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function isInstalled(root) {
  const stamp = join(root, 'node_modules', '.limpid-install');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === describeInstall(root)) return true;
  // Also detects an installation by hand with npm.
  if (listMissing(root).length > 0) return false;
  writeStamp(root);
  return true;
}

export function writeStamp(root) {
  try {
    writeFileSync(join(root, 'node_modules', '.limpid-install'), describeInstall(root));
  } catch (error) {
    // Another user has installed it and it is read-only, so the full check runs each time.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

/** The lockfile, the system, and when npm last wrote its own record of the installation. */
function describeInstall(root) {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const record = statSync(join(root, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  return `${lock.digest('hex')} ${process.platform}-${process.arch} ${record?.mtimeMs}\n`;
}

/** The packages of the lockfile that are missing in npm's record of node_modules, or have another version there. */
export function listMissing(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return Object.keys(wanted).filter((path) => {
    if (path === '' || (wanted[path].optional && !isForThisSystem(wanted[path]))) return false;
    const { version, integrity } = present[path] ?? { version: 'none' };
    return version !== wanted[path].version || integrity !== wanted[path].integrity;
  });
}

/** Optional packages are required if they name this system; npm checks their C library. */
function isForThisSystem({ os = [], cpu = [], libc }) {
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch) && !libc;
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}
