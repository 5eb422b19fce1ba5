import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Binaries, copyBinaries, findPackage, prepareBinaries } from './binaries.ts';

const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: 65534, gid: 65534 } : {};
let root = '';
let native = '';

/** A copy of the installed package before its install script has run; the real one stays unchanged. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'limpid-binaries-'));
  chmodSync(root, 0o755);
  native = join(root, 'native');
  const installed = findPackage().native;
  for (const name of ['bin', 'lib', 'pg-symlinks.json']) {
    cpSync(join(installed, name), join(native, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.includes(join('lib', 'postgresql')),
    });
  }
  for (const entry of readdirSync(join(native, 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(native, 'lib', entry.name));
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function readVersion({ postgres, environment }: Binaries): string {
  return spawnSync(postgres, ['--version'], { ...user, env: environment, cwd: '/' }).stdout?.toString() ?? '';
}

it.runIf(process.platform === 'linux')(
  'repairs the links and rights that a skipped install script leaves missing',
  () => {
    chmodSync(join(native, 'bin', 'postgres'), 0o644);
    const binaries = prepareBinaries(native, join(root, 'links'), join(root, 'copy'));
    expect(readVersion(binaries)).toContain('PostgreSQL) 18');
    expect(existsSync(join(root, 'links'))).toBe(false);
  },
);

it('makes a copy that other accounts can run', () => {
  const binaries = copyBinaries(native, join(root, 'copy'));
  chmodSync(native, 0o700);
  expect(readVersion(binaries)).toContain('PostgreSQL) 18');
});

/** False if the sources are in a folder that only root can enter. */
const canStrangersRun = spawnSync(process.execPath, ['--version'], { ...user, cwd: '/' }).status === 0;

it.runIf(isRoot && process.platform === 'linux' && canStrangersRun)(
  'uses links in the data folder if the package folder is read-only (needs root)',
  () => {
    const mine = join(root, 'mine');
    mkdirSync(mine);
    chmodSync(mine, 0o777);
    const module = new URL('binaries.ts', import.meta.url).href;
    const script = `
    const { prepareBinaries } = await import(${JSON.stringify(module)});
    const [native, links, copy] = ${JSON.stringify([native, join(mine, 'links'), join(mine, 'copy')])};
    process.stdout.write(JSON.stringify(prepareBinaries(native, links, copy)));`;
    const result = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      ...user,
      cwd: '/',
    });
    const binaries: Binaries = JSON.parse(result.stdout.toString());
    expect(binaries.environment).toEqual({ LD_LIBRARY_PATH: join(mine, 'links') });
    expect(readVersion(binaries)).toContain('PostgreSQL) 18');
  },
);
