import type { RouteNode } from '@limpid/contract/system/session';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

export type Values = Record<string, unknown>;

export const menuPath = '/system/menu';
/** A screen that exists, without name and address. */
export const screen = { menuType: 'C', orderNum: 1, component: 'system/post/index' };

/** The server, and an administrator at its menus. */
export interface MenuBench {
  t: TestApp;
  admin: string;
  add(json: Values, token?: string): ReturnType<typeof askFor>;
  list(token?: string, query?: string): Promise<Values[]>;
  find(menuName: string): Promise<Values>;
  /** Adds and gives the id. */
  grow(json: Values): Promise<number>;
  /** Sends the whole row back, changed. */
  edit(menuName: string, change: Values, token?: string): ReturnType<typeof askFor>;
  remove(menuName: string, token?: string): ReturnType<typeof askFor>;
  routes(token?: string): Promise<RouteNode[]>;
}

async function askFor(t: TestApp, token: string, method: string, path: string, json?: Values) {
  return (await t.send(method, path, { token, json })).body;
}

export async function openMenuBench(): Promise<MenuBench> {
  const t = await openTestApp();
  const admin = await t.login();
  const bench: MenuBench = {
    t,
    admin,
    add: (json, token = admin) => askFor(t, token, 'POST', menuPath, { orderNum: 1, ...json }),
    async list(token = admin, query = '') {
      return (await askFor(t, token, 'GET', `${menuPath}/list${query}`))['data'] as Values[];
    },
    async find(menuName) {
      return (await bench.list()).find((row) => row['menuName'] === menuName) ?? {};
    },
    async grow(json) {
      const body = await bench.add(json);
      if (body.code !== 200) throw new Error(body.msg);
      return Number((await bench.find(String(json['menuName'])))['menuId']);
    },
    async edit(menuName, change, token = admin) {
      return askFor(t, token, 'PUT', menuPath, { ...(await bench.find(menuName)), ...change });
    },
    async remove(menuName, token = admin) {
      const { menuId } = await bench.find(menuName);
      return askFor(t, token, 'DELETE', `${menuPath}/${String(menuId)}`);
    },
    async routes(token = admin) {
      return (await askFor(t, token, 'GET', '/getRouters'))['data'] as RouteNode[];
    },
  };
  return bench;
}

/** The answer that refuses a field with these words. */
export const says = (key: string, field: string, params: Record<string, string> = {}) => ({
  code: 500,
  msg: translate('zh', `errors.${key}`, params),
  field,
});

export const label = (name: string) => ({ label: translate('zh', `system.menu.fields.${name}`) });

export function outline(nodes: RouteNode[] = []): string[] {
  return nodes.flatMap(({ path, children }) => [path, ...outline(children)]);
}
