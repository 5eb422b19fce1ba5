import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../root.ts';

/** The same thing in two workspaces that may not import each other. */
const shared = new Set(['MINUTE_MS', 'HOUR_MS', 'DAY_MS', 'generatePassword']);

const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) +(\w+)/gm;
const exportList = /^export (?:type )?\{([^}]*)\}( from)?/gm;

/** A re-export under the same name is the same thing; one under another name is a name of its own. */
function readExportedNames(source: string): Set<string> {
  const declared = [...source.matchAll(declaration)].map((match) => match[1] ?? '');
  const listed = [...source.matchAll(exportList)].flatMap(([, list = '', from]) =>
    list.split(',').flatMap((entry) => {
      const [name = '', alias] = entry
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      return alias ?? (from ? [] : name);
    }),
  );
  // An overloaded function stands several times in one file.
  return new Set([...declared, ...listed].filter((name) => name !== '' && name !== 'default'));
}

it('an exported name has one meaning in the repository', () => {
  const files = globSync(
    '{aqi,bench,cli,contract,e2e,hj212,modbus,scripts,server,simulator,web}/**/*.{ts,tsx}',
    {
      cwd: root,
      exclude: (path) => /node_modules|dist/.test(path),
    },
  );
  const places = new Map<string, string[]>();
  for (const file of files) {
    for (const name of readExportedNames(readFileSync(join(root, file), 'utf8'))) {
      places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(2000);
  const repeated = [...places].filter(([name, found]) => found.length > 1 && !shared.has(name));
  expect(repeated.map(([name, found]) => `${name}: ${found.join(', ')}`)).toEqual([]);
});

it('default exports, export lists and renamed re-exports count as exported names', () => {
  const source = [
    'export default function PostScreen() {}',
    'const local = 1;',
    'export { local, type Shape };',
    "export { read, type Row, list as listPosts } from './post.store.ts';",
  ].join('\n');
  expect([...readExportedNames(source)]).toEqual(['PostScreen', 'local', 'Shape', 'listPosts']);
});
