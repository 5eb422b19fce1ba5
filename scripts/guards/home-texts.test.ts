import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homeAreas } from '../../web/src/app/home-areas.ts';
import { root } from '../root.ts';
import { isCode, resolveImport } from './boundaries/find-violations.ts';
import { readImports } from './boundaries/read-imports.ts';

const entries = ['web/src/main.tsx', 'web/src/app/home-screens.ts'];
/** Its screens wait for the other texts. */
const otherScreens = 'web/src/app/screens.ts';
const areas = globSync('i18n/zh/*.json', { cwd: root }).map((file) => file.replace(/^.*[/\\]|\.json$/g, ''));

/** Every module of the home pages, with those that they load on demand. */
function listHomeModules(): string[] {
  const found = new Set(entries);
  // A set visits the elements that are added while it is walked.
  for (const file of found) {
    if (file === otherScreens) continue;
    for (const { from, isType } of readImports(root, file)) {
      const target = isType ? undefined : resolveImport(file, from);
      if (target && isCode(target) && existsSync(join(root, target))) found.add(target);
    }
  }
  return [...found];
}

/** The texts that a source names which home pages do not have, with keys that are put together while running. */
function findOtherTexts(source: string): string[] {
  return [...source.matchAll(/['"`](\w+)\.\w[\w.]*(?:['"`]|\$\{)/g)]
    .filter(([, area = '']) => area !== 'shell' && areas.includes(area) && !homeAreas.includes(area))
    .map(([text]) => text.slice(1));
}

it('shows only texts of the home areas on home pages', () => {
  const modules = listHomeModules();
  expect(modules).toContain('web/src/features/map/site-panel/SiteHead.tsx');
  expect(modules).not.toContain('web/src/features/analysis/CalendarScreen.tsx');
  // Modules of the contract name the labels of resources, which the console translates where a form or a list shows them.
  const shown = modules.filter((file) => file.startsWith('web/'));
  const wrong = shown.flatMap((file) =>
    findOtherTexts(readFileSync(join(root, file), 'utf8')).map((key) => `${file}: ${key}`),
  );
  expect(wrong).toEqual([]);
});

it('finds texts of other areas in a source', () => {
  const source =
    "t('system.role.title'); t(`analysis.levels.${kind}`); t('map.title'); t('shell.home'); 'a.b'";
  expect(findOtherTexts(source)).toEqual(["system.role.title'", 'analysis.levels.${']);
});

it('names areas that exist', () => {
  expect(homeAreas.filter((area) => !areas.includes(area))).toEqual([]);
});
