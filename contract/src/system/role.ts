import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, createTime, dict, flag, id, integer, ref, refs, remark, text } from '../kit/field.ts';
import { requestLabels, resource } from '../kit/resource.ts';
import { statusEndpoint } from '../kit/resource-endpoints.ts';
import { listSchema, maxInteger, rowSchema } from '../kit/schema.ts';
import { treeNodes } from '../kit/tree.ts';

/** 1 all, 2 chosen departments, 3 own department, 4 own and below, 5 own records. */
const dataScopes = ['1', '2', '3', '4', '5'] as const;

export const role = resource({
  path: '/system/role',
  permission: 'system:role',
  texts: 'system.role',
  id: 'roleId',
  name: 'roleName',
  key: ['roleKey'],
  order: [{ by: 'roleSort' }],
  without: ['import'],
  fields: {
    roleId: { ...id(), search: 'exact' },
    roleName: text({ required: true, max: 30, search: 'like' }),
    roleKey: text({ required: true, max: 100, search: 'like' }),
    roleSort: integer({ required: true, min: 0, max: 9999, default: 0 }),
    /** Changed only by `/dataScope`, which also carries the departments. */
    dataScope: choice(dataScopes, { readOnly: true }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    /**
     * Checking a menu checks its descendants and half-checks its ancestors; a switch beside the tree turns this off.
     */
    menuCheckStrictly: flag({ default: true, notIn: ['table', 'form'] }),
    deptCheckStrictly: flag({ default: true, notIn: ['table', 'form'] }),
    menuIds: refs({}),
    remark: remark(),
    createTime: createTime(),
  },
});

const { path, texts } = role;
const labels = requestLabels(role);
const key = Type.Integer({ minimum: 1, maximum: maxInteger });
const may = (action: string) => ({ permission: `${role.permission}:${action}` });

export const changeRoleStatus = statusEndpoint(role);

export const roleOptions = endpoint({
  method: 'GET',
  path: `${path}/optionselect`,
  access: may('query'),
  reply: reply.data(Type.Array(rowSchema(role))),
  texts,
});

export const changeDataScope = endpoint({
  method: 'PUT',
  path: `${path}/dataScope`,
  access: may('edit'),
  body: Type.Object({
    roleId: key,
    dataScope: Type.Unsafe<(typeof dataScopes)[number]>({ type: 'string', enum: dataScopes }),
    /**
     * Only for the scope "chosen departments"; with linkage on, half-checked departments may be
     * included: they are dropped unless the role already had them.
     */
    deptIds: Type.Optional(Type.Array(key, { maxItems: 10_000 })),
    deptCheckStrictly: Type.Optional(Type.Boolean()),
  }),
  reply: reply.done,
  texts,
  labels,
});

export const roleDepartments = endpoint({
  method: 'GET',
  path: `${path}/deptTree/:roleId`,
  aliases: ['/system/dept/roleDeptTreeselect/:roleId'],
  access: may('query'),
  params: Type.Object({ roleId: key }),
  reply: reply.fields(Type.Object({ checkedKeys: Type.Array(Type.Integer()), depts: treeNodes })),
  texts,
});

/** A user on the page that assigns users to a role. */
export const roleUser = resource({
  path: `${path}/authUser`,
  permission: role.permission,
  texts: 'system.roleUser',
  id: 'userId',
  name: 'userName',
  key: ['userName'],
  order: [{ by: 'userId' }],
  without: ['query', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    userId: { ...id(), notIn: ['table'] },
    roleId: ref({ search: 'exact', notIn: ['table'], readOnly: true }),
    userName: text({ max: 64, search: 'like', readOnly: true }),
    nickName: text({ max: 30, readOnly: true }),
    deptName: text({ max: 30, readOnly: true }),
    phonenumber: text({ max: 20, search: 'like', readOnly: true }),
    email: text({ max: 50, readOnly: true }),
    status: dict('sys_normal_disable', { readOnly: true }),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
  },
});

const users = {
  method: 'GET',
  access: may('list'),
  query: Type.Object({ ...listSchema(roleUser).properties, roleId: key }),
  reply: reply.page(rowSchema(roleUser)),
  texts: roleUser.texts,
  labels: requestLabels(roleUser),
} as const;

export const allocatedUsers = endpoint({ ...users, path: `${roleUser.path}/allocatedList` });
export const unallocatedUsers = endpoint({ ...users, path: `${roleUser.path}/unallocatedList` });

const assigning = {
  method: 'PUT',
  access: may('edit'),
  reply: reply.done,
  texts: roleUser.texts,
  log: 'grant',
} as const;

const several = Type.Object({
  roleId: key,
  userIds: Type.String({ pattern: '^\\d{1,10}(,\\d{1,10}){0,999}$' }),
});

export const cancelUser = endpoint({
  ...assigning,
  path: `${roleUser.path}/cancel`,
  body: Type.Object({ roleId: key, userId: key }),
});
export const cancelUsers = endpoint({ ...assigning, path: `${roleUser.path}/cancelAll`, query: several });
export const selectUsers = endpoint({ ...assigning, path: `${roleUser.path}/selectAll`, query: several });
