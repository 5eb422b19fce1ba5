import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../src/testing/app.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { haveStrings, readStrings, runConcurrently } from './hostile-strings.fixture.ts';

const t = await openTestApp({ CAPTCHA_ENABLED: 'on' });
afterAll(() => t.close());

describe.skipIf(!haveStrings)(
  'hostile strings at the login (shared/data/security, skipped when absent)',
  () => {
    it('open no session and cause no server error as name, password, code and captcha id', async () => {
      await runConcurrently(readStrings(), async (string) => {
        const json = {
          username: string,
          password: string,
          code: string.slice(0, 10),
          uuid: string.slice(0, 64),
        };
        const { status, body } = await t.send('POST', '/login', { json });
        expect([status, body.code]).toEqual([200, 500]);
        expect(body.msg, string).not.toBe(errorText('system.unknown'));
        if (body.msg !== errorText('auth.captcha_expired'))
          expect(Object.keys(json)).toContain(body['field']);
      });
    });

    it('are logged unchanged', async () => {
      const { rows } = await t.app.pool.query('select distinct user_name from sys_logininfor');
      const names = new Set(rows.map(({ user_name }) => user_name));
      const short = readStrings()
        .map((string) => string.trim())
        .filter((string) => string !== '' && string.length < 40);
      expect(short.filter((string) => !names.has(string)).length).toBeLessThan(10);
    });

    it('do not log in by SQL conditions in name or password', async () => {
      await t.app.pool.query(
        `update sys_config set config_value = 'false' where config_key like '%captcha%'`,
      );
      await t.app.parameters.clear();
      const conditions = readStrings(/auth/).filter((string) => string.trim() !== '');
      expect(conditions.length).toBeGreaterThan(30);
      await runConcurrently(conditions, async (string, index) => {
        const remoteAddress = `10.0.0.${index}`;
        const json = { username: string.slice(0, 64), password: string };
        const { body } = await t.send('POST', '/login', { json, remoteAddress });
        expect(body, string).toEqual({ code: 500, msg: errorText('auth.wrong_password') });
      });
    });
  },
);
