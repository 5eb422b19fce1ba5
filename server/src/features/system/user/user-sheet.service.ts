import { fail } from '@limpid/contract/errors';
import { user } from '@limpid/contract/system/user';
import type { SheetImport, Writer } from '../../../crud/definition.ts';
import { makeNamesReader } from '../../../crud/read-name.ts';
import { makeOneTimePassword } from '../../../platform/auth/passwords.ts';
import { findDepartments } from '../department/department-name.rule.ts';
import type { UserColumns } from './user.service.ts';
import { listDepartmentPaths, listPostChoices, listRoleChoices } from './user.store.ts';

/**
 * Departments are given by id, name or path, posts and roles by name; each new user gets a password for one login.
 * Existing users keep their department, because a move needs its own checks.
 */
export async function makeUserSheetImport({
  db,
  scope,
}: Writer): Promise<SheetImport<typeof user, UserColumns>> {
  const departments = await listDepartmentPaths(db, scope);
  const posts = (await listPostChoices(db)).map((post) => ({
    id: post.postId,
    names: [post.postName, post.postCode],
  }));
  const roles = (await listRoleChoices(db, scope, undefined)).map((role) => ({
    id: role.roleId,
    names: [role.roleName, role.roleKey],
  }));
  return {
    readers: {
      deptId(cell) {
        if (cell === null || cell === '') return null;
        const name = String(cell);
        const [found, another] = findDepartments(departments, name);
        if (found === undefined) fail('user.department_unknown', { name }, 'deptId');
        if (another !== undefined) fail('user.department_ambiguous', { name }, 'deptId');
        return found;
      },
      postIds: makeNamesReader(user, 'postIds', posts),
      roleIds: makeNamesReader(user, 'roleIds', roles),
    },
    keeps: ['deptId'],
    async complete() {
      const { password, hash } = await makeOneTimePassword();
      return { values: { password: hash, mustChangePassword: true }, secret: password };
    },
  };
}
