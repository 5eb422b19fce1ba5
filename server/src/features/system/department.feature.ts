import type { TreeNode } from '@limpid/contract/kit/tree';
import {
  department,
  departmentChoices,
  departmentsElsewhere,
  deptTree,
  sortDepartments,
} from '@limpid/contract/system/department';
import { crud } from '../../crud/crud.ts';
import type { Definition, Values } from '../../crud/definition.ts';
import { listAllRows } from '../../crud/list.ts';
import { buildTree } from '../../crud/tree.rule.ts';
import { readOrder, storeOrder } from '../../crud/tree-order.ts';
import type { App } from '../../platform/app.ts';
import { type Scope, widestScope } from '../../platform/auth/scope.rule.ts';
import { route } from '../../platform/http/route.ts';
import { clearDepartment, placeDepartment } from './department.service.ts';

const definition: Definition = {
  resource: department,
  table: 'sysDept',
  keepsRemoved: true,
  scope: { dept: 'deptId' },
  beforeWrite: placeDepartment,
  beforeRemove: clearDepartment,
};

export function addDepartments(app: App): void {
  const list = (scope: Scope, query: Values = {}) => listAllRows(app.db, definition, scope, query);
  route(app, departmentsElsewhere, async ({ params, scope }) => {
    const rows = await list(scope);
    return rows.filter((row) => !isWithin(row, params.deptId));
  });
  route(app, deptTree, async ({ scope, query }) => toTree(await list(scope, query)));
  route(app, departmentChoices, async ({ caller, query }) => toTree(await list(widestScope(caller), query)));
  route(app, sortDepartments, ({ body, caller, scope }) =>
    storeOrder(app.db, definition, { caller, scope }, readOrder(department, body.deptIds, body.orderNums)),
  );
  crud(app, department, definition);
}

function isWithin({ deptId, ancestors }: Values, topId: number): boolean {
  return deptId === topId || (Array.isArray(ancestors) && ancestors.includes(topId));
}

function toTree(rows: readonly Values[]): TreeNode[] {
  return buildTree(
    rows.map(({ deptId, parentId, deptName, status }) => ({
      id: Number(deptId),
      parentId: Number(parentId),
      label: String(deptName),
      disabled: status === '1',
    })),
  );
}
