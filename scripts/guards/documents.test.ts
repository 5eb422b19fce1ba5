import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeNotices } from '../notices.ts';
import { root } from '../root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: root }));

/** Lines of prose; tables, code and headings cannot be wrapped. */
function listProse(text: string): string[] {
  const withoutCode = text.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '');
  return withoutCode.split('\n').filter((line) => !/^\s*(\||#|<|!\[)/.test(line));
}

describe('documents', () => {
  it('have prose lines of at most 120 characters', () => {
    const long = documents.flatMap((path) =>
      listProse(read(path))
        .filter((line) => [...line].length > 120)
        .map((line) => `${path}: ${line}`),
    );
    expect(long).toEqual([]);
  });

  it('link to files that exist', () => {
    const broken = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(root, dirname(path), target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('describe the architecture in at most 100 lines', () => {
    expect(read('ARCHITECTURE.md').trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });

  it('name tests in docs/security.md that exist', () => {
    const files = globSync('{server/{src,tests},scripts}/**/*.test.ts', { cwd: root });
    const named = [...read('docs/security.md').matchAll(/`([\w./-]+\.test\.ts)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.length).toBeGreaterThan(30);
    const missing = named.filter(
      (name) => !files.some((file) => `/${file.replaceAll('\\', '/')}`.endsWith(`/${name}`)),
    );
    expect(missing).toEqual([]);
  });
});

interface Manifest {
  license?: string;
  dependencies?: object;
  devDependencies?: object;
  optionalDependencies?: object;
}

describe('dependencies', () => {
  const manifests = ['.', ...(JSON.parse(read('package.json')).workspaces as string[])];
  const direct = new Set(
    manifests.flatMap((folder) => {
      const manifest = JSON.parse(read(join(folder, 'package.json'))) as Manifest;
      const { dependencies, devDependencies, optionalDependencies } = manifest;
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    }),
  );
  const external = [...direct].filter((name) => !name.startsWith('@limpid/'));

  it('are all listed with the licence of the installed package', () => {
    const rows = read('docs/dependencies.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const licences = new Map(
      rows.flatMap(([, names = '', licence = '']) =>
        names.split(', ').map((name) => [name, licence] as const),
      ),
    );
    const wrong = external.filter((name) => {
      const folder = [...manifests].map((base) => join(root, base, 'node_modules', name)).find(existsSync);
      const listed = licences.get(name);
      if (!folder) return listed === undefined;
      const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
      return !license || !listed?.split(', ').includes(license);
    });
    expect(wrong).toEqual([]);
  });

  it('are distributed with their licence texts', () => {
    const notices = composeNotices();
    for (const name of ['react', 'fastify', 'maplibre-gl', 'pg']) {
      expect(notices).toMatch(new RegExp(`^=== ${name} \\d`, 'm'));
    }
    expect(notices).not.toMatch(/^=== vitest /m);
  });
});
