import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Use {
  module: string;
  name: string;
}

/** Every `styles.name` of a source file, by the module that `styles` is imported from. */
function listUses(file: string): Use[] {
  const source = read(file);
  const code = source.replaceAll(/^import .*$/gm, '');
  const imports = [...source.matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm)];
  return imports.flatMap(([, local = '', from = '']) => {
    const names = new Set(
      [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    );
    return [...names].map((name) => ({ module: join(dirname(file), from), name }));
  });
}

function listClasses(module: string): string[] {
  const css = read(module).replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))];
}

describe('classes of CSS modules', () => {
  const uses = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).flatMap(listUses);

  it('are defined where they are used', () => {
    const missing = uses.filter(({ module, name }) => !listClasses(module).includes(name));
    expect(uses.length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });
});
