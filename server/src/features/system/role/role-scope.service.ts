import { fail } from '@limpid/contract/errors';
import type { Input } from '@limpid/contract/kit/endpoint';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { type changeDataScope, role } from '@limpid/contract/system/role';
import type { Definition, Writer } from '../../../crud/definition.ts';
import { editRow } from '../../../crud/write.ts';
import { checkRoleChange } from '../grant/grant.service.ts';
import { listGrants, lockGrants } from '../grant/grant.store.ts';
import { dropHalfChecked } from './role.rule.ts';
import { type RoleColumns, refuseOwnReduction } from './role.service.ts';
import { listHolders, listRoleDepartments, replaceRoleDepartments } from './role.store.ts';

type DataScope = Input<typeof changeDataScope>['body'];

/** Stores the data scope of a role, which must not exceed the caller's for any of its permissions. */
export async function storeDataScope(
  definition: Definition<typeof role, RoleColumns>,
  writer: Writer,
  { roleId, dataScope, deptIds: given = [], deptCheckStrictly }: DataScope,
): Promise<void> {
  const { db, scope } = writer;
  const values = { dataScope, ...(deptCheckStrictly !== undefined && { deptCheckStrictly }) };
  await lockGrants(db, 'role');
  const [before] = await listGrants(db, [roleId]);
  await editRow(definition, writer, roleId, values);
  const stored = (await listGrants(db, [roleId]))[0] ?? fail('row.gone');
  const departments = await listRoleDepartments(db, roleId, scope);
  const isSeen = (id: number) => departments.some(({ deptId }) => deptId === id);
  // Departments stored with another data scope have no effect, and must be checked before they take effect.
  const had = before?.dataScope === '2' ? stored.deptIds : [];
  const isLinked = deptCheckStrictly ?? true;
  const checked = isLinked ? dropHalfChecked(given, had, departments) : given;
  const deptIds = dataScope === '2' ? checked : [];
  if (!deptIds.every((id) => isSeen(id) || had.includes(id))) {
    fail('field.choice', { label: fieldLabel(role, 'deptIds') }, 'deptIds');
  }
  // Departments that the caller cannot see are kept.
  const kept = dataScope === '2' ? had.filter((id) => !isSeen(id)) : [];
  const holders = await listHolders(db, roleId, scope);
  const granted = {
    roleName: stored.roleName,
    permissions: [...stored.permissions, `${role.permission}:edit`],
    dataScope,
    deptIds: deptIds.filter((id) => !had.includes(id)),
    holderDeptIds: holders.map(({ deptId }) => deptId),
  };
  await checkRoleChange(writer, granted, 'dataScope');
  const chosen = [...deptIds, ...kept];
  const isSame = before?.dataScope === dataScope && had.every((id) => chosen.includes(id));
  if (!isSame) refuseOwnReduction(writer.caller, holders, 'dataScope');
  await replaceRoleDepartments(db, roleId, chosen);
}
