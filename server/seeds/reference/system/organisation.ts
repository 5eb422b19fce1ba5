import type pg from 'pg';
import { insertRows } from '../../insert.ts';

/** The first department, and roles with only the permissions that their work needs. */
export async function seedOrganisation(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_dept', [
    { dept_id: 100, parent_id: 0, ancestors: [0], dept_name: 'Limpid', order_num: 0, create_by: 'system' },
  ]);
  await insertRows(client, 'sys_role', [
    {
      role_id: 1,
      role_name: '管理员',
      role_key: 'admin',
      role_sort: 1,
      data_scope: '1',
      create_by: 'system',
    },
    {
      role_id: 2,
      role_name: '值班员',
      role_key: 'operator',
      role_sort: 2,
      data_scope: '4',
      create_by: 'system',
    },
    { role_id: 3, role_name: '只读', role_key: 'viewer', role_sort: 3, data_scope: '4', create_by: 'system' },
  ]);
}
