import { fail } from '@limpid/contract/errors';
import type { Intake, Writer } from '../../crud/definition.ts';
import { makeOneTimePassword } from '../../platform/auth/passwords.ts';
import { findDepartments } from './department-name.rule.ts';
import { listDepartmentPaths } from './user.store.ts';

/**
 * How people come in by a sheet: a department by number, name or path; for each new person a password that is
 * good for one login. Who exists keeps the department: moving people is not a matter of a list.
 */
export async function takeUsers({ db, scope }: Writer): Promise<Intake> {
  const departments = await listDepartmentPaths(db, scope);
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
    },
    keeps: ['deptId'],
    async complete() {
      const { password, hash } = await makeOneTimePassword();
      return { values: { password: hash, mustChangePassword: true }, secret: password };
    },
  };
}
