import type { RouteNode } from '@limpid/contract/system/session';
import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

const t = await openTestApp();
afterAll(() => t.close());
// Only four menus, to keep the expectations short.
await t.app.pool.query(`delete from sys_menu where menu_type <> 'F' and menu_id not in (1, 104, 105, 106)`);

async function routes(token: string, lang = 'zh_CN'): Promise<RouteNode[]> {
  const { body } = await t.send('GET', `/getRouters?lang=${lang}`, { token });
  return body['data'] as RouteNode[];
}

/** Paths of the tree, indented by their depth. */
function outline(nodes: RouteNode[] | undefined, depth = 0): string[] {
  return (nodes ?? []).flatMap(({ path, children }) => [
    ' '.repeat(depth) + path,
    ...outline(children, depth + 1),
  ]);
}

async function addWithRole(name: string, roleId: number): Promise<string> {
  const userId = await addPerson(t, name, []);
  await t.app.pool.query('insert into sys_user_role values ($1, $2)', [userId, roleId]);
  return t.login(name, personPassword);
}

describe('getRouters', () => {
  it('responds in the format of the family', async () => {
    const { body } = await t.send('GET', '/getRouters', { token: await t.login() });
    const screen = (name: string, path: string, title: string, icon: string) => ({
      name,
      path,
      hidden: false,
      component: `system/${path}/index`,
      meta: { title, icon, noCache: false },
    });
    expect(body).toEqual({
      code: 200,
      msg: translate('zh', 'server.done'),
      data: [
        {
          name: 'System',
          path: '/system',
          hidden: false,
          redirect: 'noRedirect',
          component: 'Layout',
          alwaysShow: true,
          meta: { title: '系统管理', icon: 'system', noCache: false },
          children: [
            screen('Post', 'post', '岗位管理', 'post'),
            screen('Dict', 'dict', '字典管理', 'dict'),
            screen('Config', 'config', '参数设置', 'edit'),
          ],
        },
      ],
    });
  });

  it.each([
    ['en_US', ['System', 'Posts', 'Dictionaries', 'Parameters']],
    ['fr_FR', ['Système', 'Postes', 'Dictionnaires', 'Paramètres']],
  ])('translates the titles to %s', async (lang, titles) => {
    const [system] = await routes(await t.login(), lang);
    expect([system, ...(system?.children ?? [])].map((node) => node?.meta?.title)).toEqual(titles);
  });

  it('returns only the screens of the caller’s roles', async () => {
    expect(outline(await routes(await addWithRole('viewer', 3)))).toEqual(['/system', ' post', ' dict']);
    await addPerson(t, 'new', []);
    expect(await routes(await t.login('new', personPassword))).toEqual([]);
  });

  it('returns nothing for a disabled role', async () => {
    const token = await addWithRole('operator', 2);
    await t.app.pool.query(`update sys_role set status = '1' where role_id = 2`);
    expect(await routes(token)).toEqual([]);
    await t.app.pool.query(`update sys_role set status = '0' where role_id = 2`);
    expect(outline(await routes(token))).toEqual(['/system', ' post', ' dict']);
  });

  it('leaves out disabled menus with their children, and keeps hidden ones', async () => {
    const token = await t.login();
    await t.app.pool.query(`update sys_menu set status = '1' where menu_id = 104`);
    await t.app.pool.query(`update sys_menu set visible = '1' where menu_id = 105`);
    expect(outline(await routes(token))).toEqual(['/system', ' dict', ' config']);
    expect((await routes(token))[0]?.children?.[0]?.hidden).toBe(true);
    await t.app.pool.query(`update sys_menu set status = '1' where menu_id = 1`);
    expect(await routes(token)).toEqual([]);
    await t.app.pool.query(`update sys_menu set status = '0', visible = '0'`);
  });

  it('sorts by order number and leaves out buttons', async () => {
    await t.app.pool.query('update sys_menu set order_num = 1 where menu_id = 106');
    expect(outline(await routes(await t.login()))).toEqual(['/system', ' config', ' post', ' dict']);
  });

  it('needs a session', async () => {
    expect((await t.send('GET', '/getRouters')).body.code).toBe(401);
  });
});
