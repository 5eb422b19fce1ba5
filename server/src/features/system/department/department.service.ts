import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { department } from '@limpid/contract/system/department';
import type { StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import type { App } from '../../../platform/app.ts';
import { checkDepartment } from '../../../platform/auth/scope.store.ts';
import { checkDepartmentMove } from '../grant/grant.service.ts';
import { lockGrants } from '../grant/grant.store.ts';
import {
  type DepartmentNode,
  enableDepartments,
  findDepartmentNode,
  findStopped,
  hasActiveBelow,
  hasChildren,
  hasHiddenBelow,
  hasUsers,
  lockDepartments,
  moveDescendants,
  removeFromRoles,
} from './department.store.ts';

/** Ancestors are stored as a list, for their index. */
export type DepartmentColumns = {
  ancestors: number[];
};
type DepartmentValues = WriteValues<typeof department, DepartmentColumns>;
export type StoredDepartment = StoredRow<typeof department, DepartmentColumns>;

/** Sets the ancestors of a new or moved department, and refuses a parent or status that would break the tree. */
export async function prepareDepartment(
  values: DepartmentValues,
  writer: Writer,
  before?: StoredDepartment,
): Promise<void> {
  const { db } = writer;
  await lockDepartments(db);
  if (!before) {
    const parent = await findParent(writer, values.parentId);
    if (parent.status === '1') fail('department.parent_stopped', {}, 'parentId');
    values.ancestors = pathBelow(parent);
    return;
  }
  const node = (await findDepartmentNode(db, before.deptId)) ?? fail('row.gone');
  const status = String(values.status ?? node.status);
  const isMoved = values.parentId !== undefined && values.parentId !== node.parentId;
  if (isMoved) {
    const name = before.deptName;
    values.ancestors = await moveDepartment(writer, { ...node, name, status }, Number(values.parentId));
  } else if (status === '0' && node.status === '1') await enableAbove(writer, node);
  if (status === '1' && (await hasActiveBelow(db, node.deptId))) {
    fail('department.has_active_children', {}, 'status');
  }
}

async function moveDepartment(
  writer: Writer,
  { name, ...node }: DepartmentNode & { name: string },
  parentId: number,
): Promise<number[]> {
  const { db, scope } = writer;
  if (parentId === node.deptId) fail('department.own_parent', {}, 'parentId');
  const parent = await findParent(writer, parentId);
  if (parent.ancestors.includes(node.deptId)) fail('department.below_itself', {}, 'parentId');
  if (parent.status === '1' && node.status === '0') fail('department.parent_stopped', {}, 'parentId');
  const after = pathBelow(parent);
  await lockGrants(db, 'tree');
  if (await hasHiddenBelow(db, node.deptId, scope)) fail('department.unseen_below', { name }, 'parentId');
  await checkDepartmentMove(writer, { deptId: node.deptId, before: node.ancestors, after });
  await moveDescendants(db, node, after);
  return after;
}

/** Every department except the root has a parent, which must be in the caller's data scope. */
async function findParent({ db, scope }: Writer, parentId: unknown): Promise<DepartmentNode> {
  await checkDepartment(db, scope, parentId);
  const parent = await findDepartmentNode(db, Number(parentId));
  return parent ?? fail('field.choice', { label: fieldLabel(department, 'parentId') }, 'parentId');
}

function pathBelow({ ancestors, deptId }: DepartmentNode): number[] {
  return [...ancestors, deptId];
}

/** Enabling a department enables its ancestors, which must be in the caller's data scope. */
async function enableAbove({ db, scope, caller }: Writer, { ancestors }: DepartmentNode): Promise<void> {
  const stopped = await findStopped(db, ancestors);
  for (const deptId of stopped) await checkDepartment(db, scope, deptId);
  await enableDepartments(db, stopped, caller.userName);
}

export async function prepareDepartmentRemoval(
  row: StoredDepartment,
  { db }: Writer,
  uses: App['departmentUses'],
): Promise<void> {
  const deptId = row.deptId;
  const name = row.deptName;
  await lockDepartments(db);
  if (await hasChildren(db, deptId)) fail('department.has_children', { name });
  if (await hasUsers(db, deptId)) fail('department.has_users', { name });
  for (const { isUsed, problem } of uses) if (await isUsed(db, deptId)) fail(problem, { name });
  if (row.parentId === 0) fail('department.root', { name });
  await removeFromRoles(db, deptId);
}
