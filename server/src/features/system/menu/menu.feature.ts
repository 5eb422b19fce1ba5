import { fail } from '@limpid/contract/errors';
import { localised } from '@limpid/contract/kit/resource';
import { resourceEndpoints, treeEndpoint } from '@limpid/contract/kit/resource-endpoints';
import type { TreeNode } from '@limpid/contract/kit/tree';
import type { Language } from '@limpid/contract/language';
import { menu, menuChoices, roleMenus, sortMenus } from '@limpid/contract/system/menu';
import { routeWrites } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { findRow, listAllRows } from '../../../crud/list.ts';
import { buildTree } from '../../../crud/tree.rule.ts';
import { readOrder, storeOrder } from '../../../crud/tree-order.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { isRoleVisible } from '../role/role.store.ts';
import { checkMenu, checkMenuRemoval, keepMenuScreenOpen } from './menu.service.ts';
import { findVisibleIds, listCheckedMenus, listHeldMenus } from './menu.store.ts';
import type { MenuRecord } from './menu-tree.rule.ts';

const definition: Definition<typeof menu> = {
  resource: menu,
  table: 'sysMenu',
  beforeWrite: checkMenu,
  afterWrite: keepMenuScreenOpen,
  beforeRemove: checkMenuRemoval,
};

/** The kit's reads do not fit: visible menus depend on the caller. */
export function addMenus(app: App): void {
  route(app, treeEndpoint(menu), async ({ caller, scope, query }) => {
    const visible = await findVisibleIds(app.db, caller);
    const rows = await listAllRows(app.db, definition, scope, query);
    return rows.filter(({ menuId }) => visible.has(Number(menuId)));
  });
  route(app, resourceEndpoints(menu).get, async ({ caller, scope, params }) => {
    const visible = await findVisibleIds(app.db, caller);
    const row = visible.has(params.id) && (await findRow(app.db, definition, scope, params.id));
    return row || fail('row.gone');
  });
  routeWrites(app, definition);
  route(app, sortMenus, async ({ body, caller, scope }) => {
    const order = readOrder(menu, body.menuIds, body.orderNums);
    const visible = await findVisibleIds(app.db, caller);
    if (!order.ids.every((id) => visible.has(id))) fail('row.gone');
    await storeOrder(app.db, definition, { caller, scope }, order);
  });
  routeGrants(app);
}

function routeGrants(app: App): void {
  route(app, menuChoices, async ({ caller, language }) =>
    toTree(await listHeldMenus(app.db, caller), language),
  );
  route(app, roleMenus, async ({ caller, scope, language, params }) => {
    if (!(await isRoleVisible(app.db, scope, params.roleId))) fail('row.gone');
    const held = await listHeldMenus(app.db, caller);
    const heldIds = new Set(held.map(({ menuId }) => menuId));
    const ticked = (await listCheckedMenus(app.db, params.roleId)) ?? fail('row.gone');
    return { checkedKeys: ticked.filter((id) => heldIds.has(id)), menus: toTree(held, language) };
  });
}

function toTree(menus: readonly MenuRecord[], language: Language): TreeNode[] {
  return buildTree(
    menus.map((one) => ({
      id: one.menuId,
      parentId: one.parentId,
      label: localised({ ...one }, 'menuName', language),
    })),
  );
}
