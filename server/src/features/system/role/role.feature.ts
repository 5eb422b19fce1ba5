import { fail } from '@limpid/contract/errors';
import { maxInteger } from '@limpid/contract/kit/schema';
import {
  allocatedUsers,
  cancelUser,
  cancelUsers,
  changeDataScope,
  changeRoleStatus,
  role,
  roleDepartments,
  roleOptions,
  roleUser,
  selectUsers,
  unallocatedUsers,
} from '@limpid/contract/system/role';
import { crud } from '../../../crud/crud.ts';
import type { Definition, Requester, Writer } from '../../../crud/definition.ts';
import { findRow, listOptionRows, listRows } from '../../../crud/list.ts';
import { buildTree } from '../../../crud/tree.rule.ts';
import { editRow } from '../../../crud/write.ts';
import type { App } from '../../../platform/app.ts';
import { administratorRoleId, hasAllPermissions } from '../../../platform/auth/caller.ts';
import { route } from '../../../platform/http/route.ts';
import { dropParents } from './role.rule.ts';
import { prepareRole, prepareRoleRemoval, type RoleColumns, saveRoleMenus } from './role.service.ts';
import { isRoleVisible, listRoleDepartments, listRoleMenus, roleScope } from './role.store.ts';
import { storeDataScope } from './role-scope.service.ts';
import { assignRole, maskContacts, refuseContactSearch, unassignRole } from './role-user.service.ts';

const definition: Definition<typeof role, RoleColumns> = {
  resource: role,
  table: 'sysRole',
  keepsRemoved: true,
  scope: roleScope,
  beforeWrite: prepareRole,
  afterWrite: saveRoleMenus,
  beforeRemove: prepareRoleRemoval,
  complete: async (row, db) => ({ ...row, menuIds: await listRoleMenus(db, row.roleId) }),
};

/** The users who have a role, or those who do not, depending on the view. */
const roleUsers = (table: string): Definition<typeof roleUser> => ({
  resource: roleUser,
  table,
  keepsRemoved: true,
  scope: { dept: 'deptId', user: 'userId' },
});

export function addRoles(app: App): void {
  routeReads(app);
  routeChanges(app);
  routeRoleUsers(app);
  crud(app, role, definition);
}

function routeReads(app: App): void {
  route(app, roleOptions, async ({ scope, caller }) => {
    const rows = await listOptionRows(app.db, definition, scope);
    return rows.filter(({ roleId }) => roleId !== administratorRoleId || hasAllPermissions(caller));
  });
  route(app, roleDepartments, async ({ params: { roleId }, scope }) => {
    const found = (await findRow(app.db, definition, scope, roleId)) ?? fail('row.gone');
    const departments = await listRoleDepartments(app.db, roleId, scope);
    const chosen = departments.filter(({ isChosen }) => isChosen).map(({ deptId }) => deptId);
    const nodes = departments.map(({ deptId, parentId, deptName }) => ({
      id: deptId,
      parentId,
      label: deptName,
    }));
    return {
      checkedKeys: found.deptCheckStrictly ? dropParents(chosen, departments) : chosen,
      depts: buildTree(nodes),
    };
  });
}

function inTransaction(
  app: App,
  { caller, scope, language }: Requester,
  work: (writer: Writer) => Promise<void>,
) {
  const { clock, dictionaries } = app;
  return app.db.transaction().execute((db) => work({ db, caller, scope, language, clock, dictionaries }));
}

function routeChanges(app: App): void {
  route(app, changeRoleStatus, (context) => {
    const { roleId, status } = context.body;
    return inTransaction(app, context, (writer) => editRow(definition, writer, roleId, { status }));
  });
  route(app, changeDataScope, (context) =>
    inTransaction(app, context, (writer) => storeDataScope(definition, writer, context.body)),
  );
}

function routeRoleUsers(app: App): void {
  const [allocated, unallocated] = [roleUsers('sysRoleAllocated'), roleUsers('sysRoleUnallocated')];
  const lists = [
    { endpoint: allocatedUsers, of: allocated },
    { endpoint: unallocatedUsers, of: unallocated },
  ];
  for (const { endpoint, of } of lists) {
    route(app, endpoint, async ({ query, scope, language, caller }) => {
      if (!(await isRoleVisible(app.db, scope, query.roleId))) fail('row.gone');
      refuseContactSearch({ caller, scope }, query);
      const page = await listRows(app.db, of, scope, query, language);
      return { ...page, rows: await maskContacts(app.db, caller, page.rows) };
    });
  }
  route(app, cancelUser, (context) => {
    const { roleId, userId } = context.body;
    return inTransaction(app, context, (writer) => unassignRole(writer, roleId, [userId]));
  });
  route(app, cancelUsers, (context) => {
    const { roleId, userIds } = context.query;
    return inTransaction(app, context, (writer) => unassignRole(writer, roleId, readIds(userIds)));
  });
  route(app, selectUsers, (context) => {
    const { roleId, userIds } = context.query;
    return inTransaction(app, context, (writer) => assignRole(writer, roleId, readIds(userIds)));
  });
}

function readIds(text: string): number[] {
  const ids = [...new Set(text.split(',').map(Number))];
  return ids.some((id) => id > maxInteger) ? fail('scope.denied') : ids;
}
