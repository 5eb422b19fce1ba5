import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { adminPassword } from '../../../testing/connection.ts';
import { runTask } from '../../../testing/run-task.ts';

const t = await openTestApp({ CAPTCHA_ENABLED: 'on' });
afterAll(() => t.close());

const expired = { code: 500, msg: translate('zh', 'errors.auth.captcha_expired'), field: 'code' };
const mistaken = { code: 500, msg: translate('zh', 'errors.auth.captcha_wrong'), field: 'code' };

async function drawCaptcha(): Promise<{ uuid: string; code: string }> {
  const { body } = await t.send('GET', '/captchaImage');
  const uuid = String(body['uuid']);
  const { rows } = await t.app.pool.query('select answer from captcha where uuid = $1', [uuid]);
  return { uuid, code: rows[0].answer };
}

async function logInWith(captcha: Record<string, unknown>, password = adminPassword) {
  const { body } = await t.send('POST', '/login', { json: { username: 'admin', password, ...captcha } });
  return body;
}

describe('the captcha', () => {
  it('is a raster picture in base64 without a prefix', async () => {
    const { body } = await t.send('GET', '/captchaImage');
    expect(body).toMatchObject({ code: 200, captchaEnabled: true });
    const picture = Buffer.from(String(body['img']), 'base64');
    expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(picture.toString('base64')).toBe(body['img']);
  });

  it('does not contain its answer', async () => {
    const { body } = await t.send('GET', '/captchaImage');
    expect(Object.keys(body).sort()).toEqual([
      'captchaEnabled',
      'captchaOnOff',
      'code',
      'img',
      'msg',
      'uuid',
    ]);
  });

  it('accepts a correct answer', async () => {
    expect(await logInWith(await drawCaptcha())).toMatchObject({ code: 200, token: expect.any(String) });
  });

  it('accepts an answer with spaces around it, and a number', async () => {
    const first = await drawCaptcha();
    expect((await logInWith({ ...first, code: ` ${first.code} ` })).code).toBe(200);
    const second = await drawCaptcha();
    expect((await logInWith({ ...second, code: Number(second.code) })).code).toBe(200);
  });

  it('rejects a wrong answer', async () => {
    const { uuid, code } = await drawCaptcha();
    expect(await logInWith({ uuid, code: String(Number(code) + 1) })).toEqual(mistaken);
    expect(await logInWith({ uuid: (await drawCaptcha()).uuid })).toEqual(mistaken);
  });

  it('is used up by one attempt, right or wrong', async () => {
    const used = await drawCaptcha();
    expect((await logInWith(used)).code).toBe(200);
    expect(await logInWith(used)).toEqual(expired);
    const guessed = await drawCaptcha();
    expect(await logInWith({ ...guessed, code: '100' })).toEqual(mistaken);
    expect(await logInWith(guessed)).toEqual(expired);
  });

  it('can be used by only one of many concurrent requests', async () => {
    const captcha = await drawCaptcha();
    const responses = await Promise.all(Array.from({ length: 8 }, () => logInWith(captcha)));
    expect(responses.filter(({ code }) => code === 200).length).toBe(1);
    expect(responses.filter(({ msg }) => msg === expired.msg).length).toBe(7);
  });

  it('expires after two minutes', async () => {
    const early = await drawCaptcha();
    t.clock.advance(1.9);
    expect((await logInWith(early)).code).toBe(200);
    const late = await drawCaptcha();
    t.clock.advance(2.01);
    expect(await logInWith(late)).toEqual(expired);
  });

  it.each([
    ['nothing', {}],
    ['no uuid', { code: '7' }],
    ['an unknown uuid', { uuid: 'b1946ac9-2492-4ad0-8b43-0e4bb5e5b5a6', code: '7' }],
    ['an empty uuid and code', { uuid: '', code: '' }],
    ['nulls', { uuid: null, code: null }],
  ])('refuses %s', async (_what, captcha) => {
    expect(await logInWith(captcha)).toEqual(expired);
  });

  it('is checked before the password, so that each guess needs a captcha', async () => {
    await t.app.pool.query('truncate login_failure');
    for (let i = 0; i < 6; i++) expect(await logInWith({ code: '7' }, 'guess')).toEqual(expired);
    const { rowCount } = await t.app.pool.query('select from login_failure');
    expect(rowCount).toBe(0);
  });

  it('logs its rejections in the login log', async () => {
    await t.app.pool.query('truncate sys_logininfor');
    await logInWith({});
    await logInWith({ ...(await drawCaptcha()), code: '100' });
    const { rows } = await t.app.pool.query('select status, msg from sys_logininfor order by info_id');
    expect(rows).toEqual([
      { status: '1', msg: 'errors.auth.captcha_expired' },
      { status: '1', msg: 'errors.auth.captcha_wrong' },
    ]);
  });

  it('is removed after it has expired', async () => {
    await drawCaptcha();
    t.clock.advance(3);
    await runTask(t, 'captchaTask.clean');
    const { rowCount } = await t.app.pool.query('select from captcha');
    expect(rowCount).toBe(0);
  });
});

describe('disabling the captcha', () => {
  const setParameter = async (value: string) => {
    const { rows } = await t.app.pool.query(
      `select * from sys_config where config_key = 'sys.account.captchaEnabled'`,
    );
    const token = String((await logInWith(await drawCaptchaIfAsked()))['token']);
    const json = {
      configId: rows[0].config_id,
      configName: rows[0].config_name,
      configKey: rows[0].config_key,
      configValue: value,
    };
    expect((await t.send('PUT', '/system/config', { token, json })).body.code).toBe(200);
  };
  const drawCaptchaIfAsked = async () => {
    const { body } = await t.send('GET', '/captchaImage');
    return body['captchaEnabled'] ? drawCaptcha() : {};
  };
  afterEach(() => setParameter('true'));

  it('by a parameter takes effect at once', async () => {
    await setParameter('false');
    expect((await t.send('GET', '/captchaImage')).body).toEqual({
      code: 200,
      msg: translate('zh', 'server.done'),
      captchaEnabled: false,
      captchaOnOff: false,
    });
    expect((await logInWith({})).code).toBe(200);
    await setParameter('true');
    expect(await logInWith({})).toEqual(expired);
  });

  it('by the configuration takes precedence over the parameter', async () => {
    const off = await openTestApp({ CAPTCHA_ENABLED: 'off' });
    expect((await off.send('GET', '/captchaImage')).body['captchaEnabled']).toBe(false);
    expect(await off.login()).toMatch(/^[\w-]{43}$/);
    await off.close();
  });
});
