import { query } from './database.ts';
import { send } from './people.ts';

/** Posts that only one test knows, by their prefix. */
export async function addPosts(token: string, prefix: string, count: number): Promise<void> {
  await query('delete from sys_post where post_code like $1', [`${prefix}-%`]);
  for (let number = 1; number <= count; number++) {
    const code = `${prefix}-${String(number).padStart(2, '0')}`;
    const body = { postCode: code, postName: `岗位 ${code}`, postSort: 100 + number, status: '0' };
    const answer = await send(token, 'POST', '/system/post', body);
    if (answer.code !== 200) throw new Error(`${code} was not added: ${answer.msg}`);
  }
}
