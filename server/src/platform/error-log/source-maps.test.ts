import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openSourceMaps } from './source-maps.ts';

const folder = `${mkdtempSync(join(tmpdir(), 'limpid-maps-'))}/`;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Line 1, column 1 of the built file is line 3, column 5 of the source.
const map = {
  version: 3,
  sources: ['../../src/features/system/PostScreen.tsx'],
  names: [],
  mappings: 'AAEI',
};
writeFileSync(`${folder}Post-abcdefgh.js.map`, JSON.stringify(map));
const resolve = openSourceMaps(folder);

it('finds the position in the sources for a frame of a built file', () => {
  expect(resolve('    at T (https://air.example/assets/Post-abcdefgh.js:1:1)', 'browser')).toEqual({
    text: '    at web/src/features/system/PostScreen.tsx:3:5',
    position: { file: 'web/src/features/system/PostScreen.tsx', line: 3, column: 5 },
  });
});

it.each([
  '    at T (https://air.example/assets/Post-oldolder.js:1:1)',
  '    at T (https://air.example/assets/../../../etc/passwd.js:1:1)',
  '    at /work/server.ts:1:1',
])('leaves %s unchanged', (line) => {
  expect(resolve(line, 'browser').text).toBe(line);
  expect(resolve(line, 'server').text).toBe(line);
});
