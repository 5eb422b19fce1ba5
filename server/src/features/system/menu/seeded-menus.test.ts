import type { RouteNode } from '@limpid/contract/system/session';
import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { listAllMenus } from './menu.store.ts';
import { checkMenuClashes } from './menu-record.rule.ts';

const t = await openTestApp();
afterAll(() => t.close());

function namesOf(nodes: readonly RouteNode[]): string[] {
  return nodes.flatMap(({ name, children }) => [...(name ? [name] : []), ...namesOf(children ?? [])]);
}

it('seeded menus follow the rules of added menus', async () => {
  const all = await listAllMenus(t.app.db);
  expect(all.length).toBeGreaterThan(50);
  for (const menu of all) checkMenuClashes(menu, all, { names: true, routes: true }, 'zh');
});

it('seeded menus have unique route names', async () => {
  const { body } = await t.send('GET', '/getRouters', { token: await t.login() });
  const names = namesOf(body['data'] as RouteNode[]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['Site', 'SiteList']));
});
