import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

interface LockedPackage {
  version?: string;
  dev?: boolean;
  link?: boolean;
}

interface Manifest {
  license?: string;
  homepage?: string;
}

/** Collects the licence texts of every installed package that is distributed, indirect dependencies included. */
export function composeNotices(): string {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const delivered = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    // Packages of other platforms are in the lockfile but not installed.
    .filter(([path]) => existsSync(join(root, path, 'package.json')))
    .map(([path, { version = '' }]) => describePackage(path, version));
  return `${[...new Set(delivered)].sort().join('\n\n')}\n`;
}

function describePackage(path: string, version: string): string {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const folder = join(root, path);
  const { license, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)(_font)?(\.(md|txt))?$/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`=== ${name} ${version} · ${license ?? 'see its page'} · ${homepage ?? ''}`.trim(), ...texts].join(
    '\n\n',
  );
}
