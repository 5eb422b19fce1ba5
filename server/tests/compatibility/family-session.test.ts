import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleFiles } from '../../src/platform/files/files.fixture.ts';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { wrapFile } from '../../src/testing/upload.ts';
import {
  type FamilyClient,
  familyGenerations,
  make2xClient,
  responseData,
  responseList,
} from './family-client.fixture.ts';

const t = await openTestApp({ CAPTCHA_ENABLED: 'on' });
afterAll(() => t.close());

const done = { code: 200, msg: translate('zh', 'server.done') };
const png = sampleFiles['png'] ?? Buffer.alloc(0);

async function setParameter(key: string, value: string): Promise<void> {
  await t.app.pool.query('update sys_config set config_value = $2 where config_key = $1', [key, value]);
  await t.app.parameters.clear();
}

/** Requests a captcha and reads its answer from the database. */
async function solve(client: FamilyClient): Promise<{ uuid: unknown; code: string }> {
  const { captchaEnabled, captchaOnOff, uuid, img } = await client.get('/captchaImage');
  expect([captchaEnabled, captchaOnOff, typeof img]).toEqual([true, true, 'string']);
  const { rows } = await t.app.pool.query('select answer from captcha where uuid = $1', [uuid]);
  return { uuid, code: rows[0].answer };
}

describe('a 2.2 client, which sends credentials in the query', () => {
  const parameter = 'sys.login.queryCredentials';

  async function logIn(username: string, password: string) {
    const { uuid, code } = await solve(make2xClient(t, ''));
    const query = new URLSearchParams({ username, password, code, uuid: String(uuid) });
    return (await t.send('POST', `/login?${query}`)).body;
  }

  it('is refused until the named parameter allows it, and no password is logged', async () => {
    await addPerson(t, 'lin22', [{ permissions: [] }]);
    expect(await logIn('lin22', personPassword)).toEqual({
      code: 500,
      msg: errorText('auth.credentials_in_query', { parameter }),
    });
    await setParameter(parameter, 'true');
    expect(await logIn('lin22', personPassword)).toMatchObject({ code: 200, token: expect.any(String) });
    expect((await logIn('lin22', 'Wrong-word-22')).code).toBe(500);
    await setParameter(parameter, 'false');
    const { rows } = await t.app.pool.query(
      `select l::text as text from sys_oper_log l union all select l::text from sys_logininfor l
       union all select l::text from error_log l`,
    );
    for (const { text } of rows) expect(text).not.toMatch(/Wrong-word-22|password=/);
  });
});

describe.each(familyGenerations)('a $generation client', ({ generation, makeClient }) => {
  const username = `lin${generation.replace('.', '')}`;
  const anonymous = makeClient(t, '');
  let mine: FamilyClient;
  let token: string;
  let roleId: number;
  beforeAll(async () => {
    const userId = await addPerson(t, username, [
      { permissions: ['system:post:list', 'common:file:upload'] },
    ]);
    await t.app.pool.query(
      'insert into sys_role_menu select role_id, unnest(array[1, 104]) from sys_user_role where user_id = $1',
      [userId],
    );
    const { rows } = await t.app.pool.query('select role_id from sys_user_role where user_id = $1', [userId]);
    roleId = rows[0].role_id;
  });

  async function logIn(password: string): Promise<string> {
    const response = await anonymous.post('/login', { username, password, ...(await solve(anonymous)) });
    return String(response['token']);
  }

  it('solves the captcha and logs in; wrong and used answers are refused', async () => {
    const used = await solve(anonymous);
    const wrong = { username, password: personPassword, ...used, code: 'x' };
    await expect(anonymous.post('/login', wrong)).rejects.toThrow(errorText('auth.captcha_wrong'));
    await expect(anonymous.post('/login', { ...wrong, ...used })).rejects.toThrow(
      errorText('auth.captcha_expired'),
    );
    token = await logIn(personPassword);
    mine = makeClient(t, token);
  });

  it('reads the user with department, roles and permissions, and both password flags', async () => {
    const info = await mine.get('/getInfo');
    expect(info).toMatchObject({
      user: {
        userName: username,
        avatar: '',
        dept: { deptId: 100, deptName: 'Limpid' },
        roles: [{ roleId, roleKey: `role of ${username}`, status: '0', admin: false }],
      },
      roles: [`role of ${username}`],
      permissions: ['common:file:upload', 'system:post:list'],
      isDefaultModifyPwd: false,
      isPasswordExpired: false,
    });
  });

  it('builds its menu from getRouters', async () => {
    const [system] = responseList(await mine.get('/getRouters'));
    expect(system).toMatchObject({
      name: 'System',
      path: '/system',
      hidden: false,
      redirect: 'noRedirect',
      component: 'Layout',
      alwaysShow: true,
      meta: { title: '系统管理', icon: 'system', noCache: false },
      children: [{ name: 'Post', path: 'post', component: 'system/post/index' }],
    });
  });

  it('unlocks its screen with the correct password only', async () => {
    expect((await mine.post('/unlockscreen', { password: personPassword })).msg).toBe(
      translate('zh', 'server.unlocked'),
    );
    await expect(mine.post('/unlockscreen', { password: 'guess' })).rejects.toThrow(
      errorText('auth.password_wrong'),
    );
    expect((await mine.post('/unlockscreen', { password: personPassword })).code).toBe(200);
  });

  it('reads and changes the profile and the avatar', async () => {
    const { data, roleGroup, postGroup } = await mine.get('/system/user/profile');
    expect([roleGroup, postGroup]).toEqual([`role of ${username}`, '']);
    const changed = { ...(data as object), nickName: '林工', sex: '1', userId: 1, params: {} };
    expect(await mine.put('/system/user/profile', changed)).toEqual(done);
    expect(responseData(await mine.get('/system/user/profile'))).toMatchObject({
      nickName: '林工',
      userName: username,
    });
    const worn = await t.send('POST', '/system/user/profile/avatar', {
      token,
      ...wrapFile(png, 'avatarfile', 'me.png'),
    });
    expect(worn.body).toMatchObject({ code: 200, imgUrl: expect.stringMatching(/^\/common\/file\/\w{48}$/) });
    expect((await mine.get('/getInfo'))['user']).toMatchObject({ avatar: worn.body['imgUrl'] });
  });

  it('uploads one or several files, and downloads them by the returned URL', async () => {
    const one = await t.send('POST', '/common/upload', { token, ...wrapFile(png, 'file', '现场.png') });
    const { fileName, originalFilename, newFileName, url } = one.body;
    expect(one.body).toMatchObject({ code: 200, originalFilename: '现场.png' });
    expect([url, String(fileName).endsWith(String(newFileName))]).toEqual([`/prod-api${fileName}`, true]);
    const many = await t.send('POST', '/common/uploads', { token, ...wrapFile(png, 'files', 'a.png') });
    expect(many.body).toMatchObject({ code: 200, originalFilenames: 'a.png', urls: expect.any(String) });
    const word = generation === '2.x' ? 'name' : 'resource';
    const query = `${word}=${encodeURIComponent(String(fileName))}`;
    const file = await t.send('GET', `/common/download/resource?${query}`, { token });
    expect(file.bytes.equals(png)).toBe(true);
    expect(decodeURIComponent(String(file.headers['download-filename']))).toBe(originalFilename);
    expect((await t.send('GET', String(fileName), { token })).bytes.equals(png)).toBe(true);
  });

  it('registers if registration is open, and is refused otherwise', async () => {
    const form = { username: `new-${username}`, password: 'Newcomer-7' };
    const picture = async () => {
      const { uuid } = await anonymous.get('/captchaImage', { purpose: 'register' });
      const { rows } = await t.app.pool.query('select answer from captcha where uuid = $1', [uuid]);
      return { uuid, code: rows[0].answer };
    };
    await setParameter('sys.account.registerUser', 'false');
    await expect(anonymous.post('/register', { ...form, ...(await picture()) })).rejects.toThrow(
      errorText('registration.closed'),
    );
    await setParameter('sys.account.registerUser', 'true');
    expect((await anonymous.post('/register', { ...form, ...(await picture()) })).code).toBe(200);
    await expect(anonymous.post('/register', { ...form, ...(await picture()) })).rejects.toThrow();
  });

  it('is told that the password has expired, and continues after changing it', async () => {
    const old = `update sys_user set password_time = limpid_now() - interval '91 days' where user_name = $1`;
    await t.app.pool.query(old, [username]);
    await setParameter('sys.account.passwordValidateDays', '90');
    expect(await mine.get('/getInfo')).toMatchObject({ isPasswordExpired: true, isDefaultModifyPwd: false });
    await expect(mine.get('/system/post/list')).rejects.toThrow(errorText('auth.password_expired'));
    const passwords = { oldPassword: personPassword, newPassword: 'Fresh-word-1' };
    const asQuery = generation === '2.x';
    const path = '/system/user/profile/updatePwd';
    expect(await mine.put(path, asQuery ? undefined : passwords, asQuery ? passwords : {})).toEqual(done);
    expect((await mine.get('/getInfo'))['isPasswordExpired']).toBe(false);
    expect((await mine.get('/system/post/list')).code).toBe(200);
    await setParameter('sys.account.passwordValidateDays', '0');
  });

  it('logs out, with and without a session', async () => {
    expect((await mine.post('/logout')).msg).toBe(translate('zh', 'server.loggedOut'));
    expect((await mine.post('/logout')).code).toBe(200);
    await expect(mine.get('/getInfo')).rejects.toThrow(errorText('auth.expired'));
  });
});
