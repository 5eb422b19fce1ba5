import type { RouteNode } from '@limpid/contract/system/session';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

export type MenuValues = Record<string, unknown>;

export const menuPath = '/system/menu';
/** An existing screen without name and path. */
export const screenFields = { menuType: 'C', orderNum: 1, component: 'system/post/index' };

/** A test app with requests for menus, sent as the administrator by default. */
export interface MenuFixture {
  t: TestApp;
  admin: string;
  add(json: MenuValues, token?: string): ReturnType<typeof sendRequest>;
  list(token?: string, query?: string): Promise<MenuValues[]>;
  find(menuName: string): Promise<MenuValues>;
  addAndGetId(json: MenuValues): Promise<number>;
  /** Sends the complete row with the changes, as clients do. */
  edit(menuName: string, change: MenuValues, token?: string): ReturnType<typeof sendRequest>;
  remove(menuName: string, token?: string): ReturnType<typeof sendRequest>;
  routes(token?: string): Promise<RouteNode[]>;
}

async function sendRequest(t: TestApp, token: string, method: string, path: string, json?: MenuValues) {
  return (await t.send(method, path, { token, json })).body;
}

export async function openMenuFixture(): Promise<MenuFixture> {
  const t = await openTestApp();
  const admin = await t.login();
  const fixture: MenuFixture = {
    t,
    admin,
    add: (json, token = admin) => sendRequest(t, token, 'POST', menuPath, { orderNum: 1, ...json }),
    async list(token = admin, query = '') {
      return (await sendRequest(t, token, 'GET', `${menuPath}/list${query}`))['data'] as MenuValues[];
    },
    async find(menuName) {
      return (await fixture.list()).find((row) => row['menuName'] === menuName) ?? {};
    },
    async addAndGetId(json) {
      const body = await fixture.add(json);
      if (body.code !== 200) throw new Error(body.msg);
      return Number((await fixture.find(String(json['menuName'])))['menuId']);
    },
    async edit(menuName, change, token = admin) {
      return sendRequest(t, token, 'PUT', menuPath, { ...(await fixture.find(menuName)), ...change });
    },
    async remove(menuName, token = admin) {
      const { menuId } = await fixture.find(menuName);
      return sendRequest(t, token, 'DELETE', `${menuPath}/${String(menuId)}`);
    },
    async routes(token = admin) {
      return (await sendRequest(t, token, 'GET', '/getRouters'))['data'] as RouteNode[];
    },
  };
  return fixture;
}

/** The error response for a field. */
export const menuError = (key: string, field: string, params: Record<string, string> = {}) => ({
  code: 500,
  msg: translate('zh', `errors.${key}`, params),
  field,
});

export const menuLabel = (name: string) => ({ label: translate('zh', `system.menu.fields.${name}`) });

export function listPaths(nodes: RouteNode[] = []): string[] {
  return nodes.flatMap(({ path, children }) => [path, ...listPaths(children)]);
}
