import { query } from './database.ts';

/** Posts that only one test knows, by their prefix. */
export async function addPosts(prefix: string, count: number): Promise<void> {
  await query('delete from sys_post where post_code like $1', [`${prefix}-%`]);
  await query(
    `insert into sys_post (post_code, post_name, post_sort)
     select code, '岗位 ' || code, 100 + number
     from generate_series(1, $2::int) as number, lateral (select $1 || '-' || lpad(number::text, 2, '0')) as named (code)
     order by number`,
    [prefix, count],
  );
}
