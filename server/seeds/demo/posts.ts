import type pg from 'pg';
import { insertRows } from '../insert.ts';

const posts: [code: string, name: string][] = [
  ['duty-lead', '值班长'],
  ['operator', '值班员'],
  ['field-engineer', '现场运维工程师'],
  ['data-auditor', '数据审核员'],
  ['calibration', '校准工程师'],
  ['admin', '系统管理员'],
];

export async function seedDemoPosts(client: pg.PoolClient): Promise<void> {
  const rows = posts.map(([code, name], index) => ({
    post_code: code,
    post_name: name,
    post_sort: index + 1,
    create_by: 'demo',
    remark: '演示数据',
  }));
  await insertRows(client, 'sys_post', rows);
}
