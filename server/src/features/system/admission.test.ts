import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../platform/texts.ts';
import { openTestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';

const test = await openTestApp();
afterAll(() => test.close());
const answerTo = async (path: string, token: string) => (await test.send('GET', path, { token })).body;

describe('the administrator’s role', () => {
  it('gives everything to whoever has it, not only to the first user', async () => {
    const userId = await addPerson(test, 'second', []);
    await test.app.pool.query('insert into sys_user_role values ($1, 1)', [userId]);
    const token = await test.login('second', personPassword);
    expect(await answerTo('/getInfo', token)).toMatchObject({ roles: ['admin'], permissions: ['*:*:*'] });
    expect((await answerTo('/getRouters', token))['data']).not.toEqual([]);
    expect((await answerTo('/system/config/list', token)).code).toBe(200);
    expect((await answerTo('/system/dict/type/list', token))['total']).toBeGreaterThan(5);
  });
});

describe('a person whose password was generated', () => {
  it('reaches nothing but who they are and a new password', async () => {
    const userId = await addPerson(test, 'new', [{ permissions: ['*:*:*'] }]);
    await test.app.pool.query('update sys_user set must_change_password = true where user_id = $1', [userId]);
    const token = await test.login('new', personPassword);
    expect((await answerTo('/getInfo', token))['isDefaultModifyPwd']).toBe(true);
    expect((await answerTo('/getRouters', token)).code).toBe(200);
    const refused = { code: 403, msg: translate('zh', 'errors.auth.must_change_password') };
    for (const path of [
      '/system/post/list',
      '/system/dict/type/optionselect',
      '/system/config/configKey/global_custom_config',
      '/api/v1/sys/overview',
      '/common/work/list',
    ]) {
      expect({ path, ...(await answerTo(path, token)) }).toMatchObject({ path, ...refused });
    }
    const json = { oldPassword: personPassword, newPassword: 'Fresh-horse-3' };
    const changed = await test.send('PUT', '/system/user/profile/updatePwd', { token, json });
    expect(changed.body.code).toBe(200);
    expect((await answerTo('/system/post/list', token)).code).toBe(200);
  });
});
