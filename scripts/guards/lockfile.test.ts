import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../root.ts';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

const packages: Record<string, Locked> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages;
/** Without our own workspaces, which are links and folders of this repository. */
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

describe('the lockfile', () => {
  it('has a strong hash for every package, those of other systems included', () => {
    expect(installed.length).toBeGreaterThan(300);
    const unprotected = installed.filter(
      ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    );
    expect(unprotected.map(([path]) => path)).toEqual([]);
  });

  it('contains no download address, so that any registry can serve it', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('has the binaries of the build for every system that can run it', () => {
    const bundlers = installed.map(([path]) => /@rolldown\/binding-([\w-]+)$/.exec(path)?.[1]);
    expect(bundlers).toEqual(
      expect.arrayContaining([
        'linux-x64-gnu',
        'linux-arm64-gnu',
        'darwin-arm64',
        'darwin-x64',
        'win32-x64-msvc',
      ]),
    );
  });
});
