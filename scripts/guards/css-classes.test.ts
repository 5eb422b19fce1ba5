import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Use {
  module: string;
  name: string;
}

/** The CSS modules that a source file imports, with their local names. */
function listModules(file: string): { local: string; module: string }[] {
  const imports = read(file).matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm);
  return [...imports].map(([, local = '', from = '']) => ({ local, module: join(dirname(file), from) }));
}

/** Every `styles.name` of a source file, by the module that `styles` is imported from. */
function listUses(file: string): Use[] {
  const code = read(file).replaceAll(/^import .*$/gm, '');
  return listModules(file).flatMap(({ local, module }) => {
    const names = new Set(
      [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    );
    return [...names].map((name) => ({ module, name }));
  });
}

function listClasses(module: string): string[] {
  const css = read(module).replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))];
}

describe('classes of CSS modules', () => {
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root });
  const uses = sources.flatMap(listUses);

  it('are named with a dot, so that their definition is found', () => {
    const inBrackets = sources.filter((file) =>
      listModules(file).some(({ local }) => new RegExp(`\\b${local}\\??\\.?\\[`).test(read(file))),
    );
    expect(inBrackets).toEqual([]);
  });

  it('are defined where they are used', () => {
    const missing = uses.filter(({ module, name }) => !listClasses(module).includes(name));
    expect(uses.length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });
});

/** The limit of sources (`max-lines` of the linter), which reads no CSS. */
const maxLines = 300;

it('a style sheet has at most 300 lines', () => {
  const sheets = globSync('web/{src,public}/**/*.css', { cwd: root });
  const long = sheets.filter((file) => read(file).trimEnd().split('\n').length > maxLines);
  expect(sheets.length).toBeGreaterThan(30);
  expect(long).toEqual([]);
});
