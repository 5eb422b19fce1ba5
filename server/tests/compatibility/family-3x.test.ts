import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { adminPassword } from '../../src/testing/connection.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { makeUpload } from '../../src/testing/upload.ts';
import {
  type JsonFields,
  make3xClient,
  nestedQuery,
  openWorkbook,
  responseData,
  responseList,
  responseRows,
} from './family-client.fixture.ts';
import { familySamples } from './family-samples.fixture.ts';

const t = await openTestApp();
const token = await t.login();
const client = make3xClient(t, token);
afterAll(() => t.close());

const done = translate('zh', 'server.done');

/** A form-encoded POST whose response is a blob. */
function downloadBlob(path: string, query: JsonFields, lang = 'zh_CN') {
  return t.send('POST', `${path}?lang=${lang}`, {
    token,
    payload: nestedQuery({ ...query, lang }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

describe('a 3.x client and its session', () => {
  it('logs in, reads user, permissions and menus, and logs out', async () => {
    const anonymous = make3xClient(t, '', 'fr_FR');
    expect(await anonymous.get('/captchaImage')).toMatchObject({ code: 200, captchaEnabled: false });
    const response = await anonymous.post('/login', { username: 'admin', password: adminPassword });
    const mine = make3xClient(t, String(response['token']), 'fr_FR');
    expect(await mine.get('/getInfo')).toMatchObject({
      user: { userName: 'admin' },
      roles: ['admin'],
      permissions: ['*:*:*'],
      isDefaultModifyPwd: false,
    });
    const [system] = responseList(await mine.get('/getRouters'));
    expect(system).toMatchObject({ name: 'System', redirect: 'noRedirect', alwaysShow: true });
    expect(system?.['meta']).toMatchObject({ title: 'Système', icon: 'system', noCache: false });
    expect((await mine.post('/logout')).msg).toBe(translate('fr', 'server.loggedOut'));
    await expect(mine.get('/getInfo')).rejects.toThrow(translate('fr', 'errors.auth.expired'));
  });

  it('changes the password with both in the body', async () => {
    await addPerson(t, 'lin', []);
    const mine = make3xClient(t, await t.login('lin', personPassword));
    const passwords = { oldPassword: personPassword, newPassword: 'Neues-Wort 3' };
    expect((await mine.put('/system/user/profile/updatePwd', passwords)).code).toBe(200);
    expect(await t.login('lin', 'Neues-Wort 3')).toMatch(/^[\w-]{43}$/);
  });

  it('unlocks an account with GET', async () => {
    expect(await client.get('/monitor/logininfor/unlock/lin')).toEqual({ code: 200, msg: done });
  });
});

describe.each(familySamples)('a 3.x client at $path', (sample) => {
  const { path, id, row, search, change } = sample;

  /** The values of a form: numbers are texts, untouched fields are undefined. */
  const asTexts = (values: JsonFields) =>
    Object.fromEntries(Object.entries(values).map(([k, v]) => [k, typeof v === 'number' ? String(v) : v]));

  async function find(query: JsonFields = {}) {
    const [found] = responseRows(
      await client.get(`${path}/list`, { pageNum: 1, pageSize: 10, ...search, ...query }),
    );
    return found;
  }

  it('adds a row from the form', async () => {
    expect(await client.post(path, { [id]: undefined, ...asTexts(row) })).toEqual({ code: 200, msg: done });
  });

  it('lists with search and dates inside params', async () => {
    const found = await find();
    expect(found).toMatchObject({ [id]: expect.any(Number) });
    await t.app.pool.query(
      `update ${sample.table} set create_time = '2026-01-31 00:00:00+08' where ${sample.idColumn} = $1`,
      [found?.[id]],
    );
    const on = (beginTime: string, endTime: string) => find({ params: { beginTime, endTime } });
    expect(await on('2026-01-31', '2026-01-31')).toBeDefined();
    expect(await on('2026-02-01', '2026-02-02')).toBeUndefined();
    expect(await on('2026-01-30', '2026-01-30')).toBeUndefined();
    expect(await on('2026-01-31 00:00:00', '2026-01-31 00:00:00')).toBeDefined();
    expect(await on('2026-01-31 00:00:01', '2026-01-31 23:59:59')).toBeUndefined();
  });

  it('sorts by a column of the table, both ways', async () => {
    const sorted = async (isAsc: string) =>
      responseRows(await client.get(`${path}/list`, { pageSize: 100, orderByColumn: id, isAsc })).map((r) =>
        Number(r[id]),
      );
    const up = await sorted('ascending');
    expect(up).toEqual([...up].sort((a, b) => a - b));
    expect(await sorted('descending')).toEqual([...up].reverse());
    expect(await sorted('desc')).toEqual([...up].reverse());
  });

  it('receives the last page for a page past the end', async () => {
    const { total } = await client.get(`${path}/list`, { pageNum: 1, pageSize: 1 });
    const last = await client.get(`${path}/list`, { pageNum: 9999, pageSize: 1 });
    expect(responseRows(last)).toHaveLength(Math.min(1, Number(total)));
    expect(last['total']).toBe(total);
  });

  it('reads a row and sends it back changed, with numbers as texts', async () => {
    const found = await find();
    const before = responseData(await client.get(`${path}/${String(found?.[id])}`));
    const sent = asTexts({ ...before, params: {}, ...change });
    expect(await client.put(path, sent)).toEqual({ code: 200, msg: done });
    expect(responseData(await client.get(`${path}/${String(found?.[id])}`))).toEqual({
      ...before,
      ...change,
    });
  });

  it.each([
    ['zh_CN', 'zh'],
    ['en_US', 'en'],
    ['fr_FR', 'fr'],
  ] as const)('receives an export as a blob with its name in the headers (%s)', async (lang, language) => {
    const days = { beginTime: '2026-01-31', endTime: '2026-01-31' };
    const file = await downloadBlob(`${path}/export`, { pageNum: 1, pageSize: 10, params: days }, lang);
    expect(file.headers['content-type']).not.toContain('json');
    const name = decodeURIComponent(String(file.headers['download-filename']));
    expect(name).toBe(`${translate(language, `${sample.texts}.title`)}.xlsx`);
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="${encodeURIComponent(name)}"; filename*=utf-8''${encodeURIComponent(name)}`,
    );
    expect(file.headers['access-control-expose-headers']).toContain('download-filename');
    const heading = translate(language, `${sample.texts}.fields.${sample.shown}`);
    expect(openWorkbook(file.bytes).rows.map((cells) => cells[heading])).toEqual([row[sample.shown]]);
  });

  it('receives an error of an export as JSON', async () => {
    const name = `guest ${sample.texts}`;
    await addPerson(t, name, [{ permissions: [`${sample.permission}:list`] }]);
    const { headers, body } = await t.send('POST', `${path}/export?lang=en_US`, {
      token: await t.login(name, personPassword),
      payload: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-disposition']).toBeUndefined();
    expect(body).toEqual({ code: 403, msg: translate('en', 'errors.auth.forbidden') });
  });

  it('receives the template as a blob and imports a filled one, with the report in msg', async () => {
    const template = await downloadBlob(`${path}/importTemplate`, {}, 'en_US');
    const { header } = openWorkbook(template.bytes);
    const values = new Map(
      Object.entries({ ...row, ...change }).map(([name, value]) => [
        translate('en', `${sample.texts}.fields.${name}`),
        value ? String(value) : null,
      ]),
    );
    const filled = await makeUpload(header, [header.map((text) => values.get(text) ?? null)]);
    const send = async (updateSupport: number) =>
      (
        await t.send('POST', `${path}/importData?updateSupport=${updateSupport}&lang=fr_FR`, {
          token,
          ...filled,
        })
      ).body;
    const refused = await send(0);
    expect(refused).toMatchObject({ code: 200, data: { added: 0, updated: 0, failed: [{ line: 2 }] } });
    expect(refused.msg).toContain(translate('fr', 'server.imported', { added: 0, updated: 0, failed: 1 }));
    expect(await send(1)).toMatchObject({ code: 200, data: { added: 0, updated: 1, failed: [] } });
  });

  it('deletes with ids in the path and lang in query and body', async () => {
    const found = await find({ ...change });
    expect(await client.delete(`${path}/${String(found?.[id])}`)).toEqual({ code: 200, msg: done });
    await expect(client.get(`${path}/${String(found?.[id])}`)).rejects.toThrow(
      translate('zh', 'errors.row.gone'),
    );
  });
});

describe('a 3.x client on all screens', () => {
  it.each([
    ['zh_CN', ['正常', '停用']],
    ['en_US', ['Enabled', 'Disabled']],
    ['fr_FR', ['Activé', 'Désactivé']],
  ])('reads a dictionary by /type/ with labels in its language (%s)', async (lang, labels) => {
    const entries = responseList(
      await make3xClient(t, token, lang).get('/system/dict/data/type/sys_normal_disable'),
    );
    expect(entries.map(({ dictLabel }) => dictLabel)).toEqual(labels);
    expect(entries.map(({ dictValue, listClass }) => [dictValue, listClass])).toEqual([
      ['0', 'primary'],
      ['1', 'danger'],
    ]);
  });

  it('reads a parameter from msg', async () => {
    const { msg, ...rest } = await client.get('/system/config/configKey/sys.account.registerUser');
    expect([msg, rest]).toEqual(['false', { code: 200 }]);
  });

  it('lists the options of dictionaries and posts', async () => {
    await client.post('/system/post', { postCode: 'open', postName: 'open', postSort: '1' });
    const posts = responseList(await client.get('/system/post/optionselect'));
    expect(posts.map(({ postName }) => postName)).toEqual(['open']);
    const types = responseList(await client.get('/system/dict/type/optionselect'));
    expect(types.map(({ dictType }) => dictType)).toContain('sys_yes_no');
  });

  it('refreshes caches by /refreshCache', async () => {
    for (const path of ['/system/dict/type/refreshCache', '/system/config/refreshCache'])
      expect(await client.delete(path)).toEqual({ code: 200, msg: done });
  });

  it('receives the language of the body if the query has none', async () => {
    const { body } = await t.send('POST', '/system/post', { token, json: { lang: 'fr_FR' } });
    expect(body.msg).toBe(
      translate('fr', 'errors.field.required', { label: translate('fr', 'system.post.fields.postCode') }),
    );
  });
});
