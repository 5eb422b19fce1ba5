import { fail } from '@limpid/contract/errors';
import { resourceEndpoints, treeEndpoint } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import type { TreeNode } from '@limpid/contract/kit/tree';
import {
  department,
  departmentChoices,
  departmentsElsewhere,
  deptTree,
  sortDepartments,
} from '@limpid/contract/system/department';
import { routeWrites } from '../../../crud/crud.ts';
import type { Definition, FieldValues } from '../../../crud/definition.ts';
import { findRow, listAllRows } from '../../../crud/list.ts';
import { buildTree } from '../../../crud/tree.rule.ts';
import { readOrder, storeOrder } from '../../../crud/tree-order.ts';
import type { App } from '../../../platform/app.ts';
import { type Scope, widestScope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import {
  type DepartmentColumns,
  prepareDepartment,
  prepareDepartmentRemoval,
  type StoredDepartment,
} from './department.service.ts';

const definition: Definition<typeof department, DepartmentColumns> = {
  resource: department,
  table: 'sysDept',
  keepsRemoved: true,
  scope: { dept: 'deptId' },
  beforeWrite: prepareDepartment,
};

export function addDepartments(app: App): void {
  const list = (scope: Scope, query: FieldValues = {}) => listAllRows(app.db, definition, scope, query);
  app.scopedPaths.add(department.path);
  route(app, treeEndpoint(department), async ({ scope, query }) =>
    (await list(scope, query)).map(presentDepartment),
  );
  route(app, resourceEndpoints(department).get, async ({ scope, params }) =>
    presentDepartment((await findRow(app.db, definition, scope, params.id)) ?? fail('row.gone')),
  );
  routeWrites(app, {
    ...definition,
    beforeRemove: (row, writer) => prepareDepartmentRemoval(row, writer, app.departmentUses),
  });
  route(app, departmentsElsewhere, async ({ params, scope }) => {
    const rows = await list(scope);
    return rows.filter((row) => !isWithin(row, params.deptId)).map(presentDepartment);
  });
  route(app, deptTree, async ({ scope, query }) => toTree(await list(scope, query)));
  route(app, departmentChoices, async ({ caller, query }) => toTree(await list(widestScope(caller), query)));
  route(app, sortDepartments, ({ body, caller, scope }) =>
    storeOrder(app.db, definition, { caller, scope }, readOrder(department, body.deptIds, body.orderNums)),
  );
}

/** The family expects ancestors as comma-separated text; they are stored as an array for the index. */
function presentDepartment(row: StoredDepartment): RowOf<typeof department> {
  return { ...row, ancestors: row.ancestors.join(',') };
}

function isWithin({ deptId, ancestors }: StoredDepartment, topId: number): boolean {
  return deptId === topId || ancestors.includes(topId);
}

function toTree(rows: readonly StoredDepartment[]): TreeNode[] {
  return buildTree(
    rows.map(({ deptId, parentId, deptName, status }) => ({
      id: deptId,
      parentId,
      label: deptName,
      disabled: status === '1',
    })),
  );
}
