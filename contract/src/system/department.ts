import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { auditFields, createTime, dict, id, integer, ref, text } from '../kit/field.ts';
import { requestLabels, resource } from '../kit/resource.ts';
import { filterSchema, maxInteger, rowSchema } from '../kit/schema.ts';
import { treeReply } from '../kit/tree.ts';
import { sortEndpoint } from '../kit/tree-order.ts';
import { emailPattern, phonePattern } from './profile.ts';

export const department = resource({
  path: '/system/dept',
  permission: 'system:dept',
  texts: 'system.department',
  id: 'deptId',
  name: 'deptName',
  key: ['parentId', 'deptName'],
  order: [{ by: 'parentId' }, { by: 'orderNum' }],
  without: ['export', 'import'],
  tree: 'parentId',
  fields: {
    deptId: { ...id(), search: 'exact' },
    parentId: ref({ required: true, search: 'exact', notIn: ['table'] }),
    deptName: text({ required: true, max: 30, search: 'like' }),
    orderNum: integer({ required: true, min: 0, max: 9999, default: 0 }),
    leader: text({ max: 50 }),
    phone: text({ max: 20, pattern: phonePattern }),
    email: text({ max: 50, pattern: emailPattern }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    ...auditFields(),
    /** The ids of its ancestors, from the top down, joined by commas. */
    ancestors: text({ max: 1000, readOnly: true, notIn: ['table', 'form', 'sheet'] }),
  },
});

const { path, texts } = department;
const labels = requestLabels(department);
const query = filterSchema(department);

/** Possible parents of a department: all except itself and its descendants. */
export const departmentsElsewhere = endpoint({
  method: 'GET',
  path: `${path}/list/exclude/:deptId`,
  access: { permission: 'system:dept:list' },
  params: Type.Object({ deptId: Type.Integer({ minimum: 0, maximum: maxInteger }) }),
  reply: reply.data(Type.Array(rowSchema(department))),
  texts,
  labels,
});

/** The department tree of the user list, for callers who may list users. */
export const deptTree = endpoint({
  method: 'GET',
  path: '/system/user/deptTree',
  access: { permission: 'system:user:list' },
  query,
  reply: treeReply,
  texts,
  labels,
});

/** The departments in the caller's data scope, for pickers. */
export const departmentChoices = endpoint({
  method: 'GET',
  path: `${path}/treeselect`,
  access: 'session',
  query,
  reply: treeReply,
  texts,
  labels,
});

export const sortDepartments = sortEndpoint(department, 'deptIds');
