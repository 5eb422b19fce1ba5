import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { adminPassword } from '../../src/testing/connection.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { makeUpload } from '../../src/testing/upload.ts';
import {
  make2xClient,
  openWorkbook,
  responseData,
  responseList,
  responseRows,
} from './family-client.fixture.ts';
import { familySamples } from './family-samples.fixture.ts';

const t = await openTestApp();
const token = await t.login();
const client = make2xClient(t, token);
afterAll(() => t.close());

const done = translate('zh', 'server.done');

/** A navigation of the browser: it sends cookies only and accepts any content. */
function navigate(path: string, cookieToken = token) {
  return t.send('GET', path, {
    headers: {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      cookie: `sidebarStatus=1; Admin-Token=${cookieToken}; size=medium`,
    },
  });
}

async function download(fileName: string) {
  return navigate(`/common/download?fileName=${encodeURI(fileName)}&delete=true`);
}

describe('a 2.x client and its session', () => {
  it('logs in, reads user, permissions and menus, and logs out', async () => {
    const anonymous = make2xClient(t, '');
    const captcha = await anonymous.get('/captchaImage');
    expect(captcha).toMatchObject({ code: 200, captchaEnabled: false });
    const { token: own } = await anonymous.post('/login', {
      username: 'admin',
      password: adminPassword,
      code: '',
      uuid: '',
    });
    const mine = make2xClient(t, String(own));
    const info = await mine.get('/getInfo');
    expect(info).toMatchObject({
      user: { userName: 'admin', avatar: '' },
      roles: ['admin'],
      permissions: ['*:*:*'],
    });
    expect(responseList(await mine.get('/getRouters'))[0]).toMatchObject({
      path: '/system',
      component: 'Layout',
    });
    expect(await mine.post('/logout')).toMatchObject({ code: 200 });
    await expect(mine.get('/getInfo')).rejects.toThrow(translate('zh', 'errors.auth.expired'));
  });

  it('changes the password with both in the query', async () => {
    await addPerson(t, 'lin', []);
    const mine = make2xClient(t, await t.login('lin', personPassword));
    const passwords = { oldPassword: personPassword, newPassword: 'a+b %2B&c=d' };
    expect(await mine.put('/system/user/profile/updatePwd', undefined, passwords)).toEqual({
      code: 200,
      msg: done,
    });
    expect(await t.login('lin', 'a+b %2B&c=d')).toMatch(/^[\w-]{43}$/);
  });
});

describe.each(familySamples)('a 2.x client at $path', (sample) => {
  const { path, id, row, search, change } = sample;

  async function find(query = {}) {
    const [found] = responseRows(
      await client.get(`${path}/list`, { pageNum: '1', pageSize: '10', ...search, ...query }),
    );
    return found;
  }

  it('adds a row from the form', async () => {
    expect(await client.post(path, { ...row, [id]: undefined })).toEqual({ code: 200, msg: done });
  });

  it('lists with paging and search, reading rows and total', async () => {
    const response = await client.get(`${path}/list`, { pageNum: '1', pageSize: '10', ...search });
    expect(response).toMatchObject({ code: 200, msg: translate('zh', 'server.found'), total: 1 });
    expect(responseRows(response)).toHaveLength(1);
    const stored = Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v === '' ? null : v]));
    expect(responseRows(response)[0]).toMatchObject({ ...stored, [id]: expect.any(Number) });
    expect(responseRows(response)[0]?.['createTime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('filters by dates at the top level of the query, and ignores empty ones', async () => {
    const found = await find();
    await t.app.pool.query(
      `update ${sample.table} set create_time = '2026-01-31 23:59:59+08' where ${sample.idColumn} = $1`,
      [found?.[id]],
    );
    expect(await find({ beginTime: '', endTime: '' })).toBeDefined();
    expect(await find({ beginTime: '2026-01-31', endTime: '2026-01-31' })).toBeDefined();
    expect(await find({ beginTime: '2026-01-30', endTime: '2026-01-30' })).toBeUndefined();
    expect(await find({ beginTime: '2026-02-01', endTime: '2026-02-28' })).toBeUndefined();
  });

  it('reads a row and sends it back complete, with the extra fields of the family', async () => {
    const found = await find();
    const whole = responseData(await client.get(`${path}/${String(found?.[id])}`));
    const sent = {
      searchValue: null,
      createBy: 'someone',
      updateBy: null,
      updateTime: null,
      params: {},
      flag: false,
      default: false,
      ...whole,
      ...change,
    };
    expect(await client.put(path, sent)).toEqual({ code: 200, msg: done });
    const after = responseData(await client.get(`${path}/${String(found?.[id])}`));
    expect(after).toEqual({ ...whole, ...change });
    const { rows } = await t.app.pool.query(
      `select create_by, update_by from ${sample.table} where ${sample.idColumn} = $1`,
      [found?.[id]],
    );
    expect(rows[0]).toEqual({ create_by: 'admin', update_by: 'admin' });
  });

  it('exports to a file name in msg and downloads it by navigation', async () => {
    const response = await client.get(`${path}/export`, {
      pageNum: 1,
      pageSize: 10,
      beginTime: '',
      endTime: '',
    });
    expect(response.code).toBe(200);
    expect(response.msg).toMatch(/^[\w-]{43}_.+\.xlsx$/);
    const file = await download(response.msg);
    expect(file.headers['content-type']).toBe('application/octet-stream');
    expect(file.headers['content-disposition']).toContain('attachment');
    expect(decodeURIComponent(String(file.headers['download-filename']))).toBe(response.msg.slice(44));
    const sheet = openWorkbook(file.bytes);
    const heading = translate('zh', `${sample.texts}.fields.${sample.shown}`);
    const { total } = await client.get(`${path}/list`, { pageNum: 1, pageSize: 10 });
    expect(sheet.rows).toHaveLength(Number(total));
    expect(sheet.rows.map((cells) => cells[heading])).toContain(row[sample.shown]);
  });

  it('exports the rows of the search', async () => {
    const nothing = await client.get(`${path}/export`, { beginTime: '2020-01-01', endTime: '2020-01-02' });
    expect(openWorkbook((await download(nothing.msg)).bytes).rows).toEqual([]);
    const one = await client.get(`${path}/export`, { beginTime: '2026-01-31', endTime: '2026-01-31' });
    expect(openWorkbook((await download(one.msg)).bytes).rows).toHaveLength(1);
  });

  it('downloads the template by its name and imports it filled, with the report in msg', async () => {
    const { msg } = await client.get(`${path}/importTemplate`);
    expect(msg).toMatch(/_[^_]+导入模板\.xlsx$/);
    const { header, rows } = openWorkbook((await download(msg)).bytes);
    expect(rows).toEqual([]);
    const labelled = new Map(
      Object.entries({ ...row, ...sample.other }).map(([name, value]) => [
        translate('zh', `${sample.texts}.fields.${name}`),
        value ? String(value) : null,
      ]),
    );
    const filled = await makeUpload(header, [header.map((heading) => labelled.get(heading) ?? null)]);
    const { body } = await t.send('POST', `${path}/importData?updateSupport=0`, { token, ...filled });
    expect(body.code).toBe(200);
    expect(body.msg).toBe(translate('zh', 'server.imported', { added: 1, updated: 0, failed: 0 }));
  });

  it('deletes several rows by comma-separated ids', async () => {
    const found = await find({ ...change });
    const { rows } = await t.app.pool.query(`select max(${sample.idColumn}) as id from ${sample.table}`);
    expect(rows[0].id).not.toBe(found?.[id]);
    const ids = [found?.[id] ?? 0, rows[0].id];
    expect(await client.delete(`${path}/${ids}`)).toEqual({ code: 200, msg: done });
    expect(await find({ ...change })).toBeUndefined();
    await expect(client.delete(`${path}/${rows[0].id}`)).rejects.toThrow(translate('zh', 'errors.row.gone'));
  });
});

describe('a 2.x client on all screens', () => {
  it('reads a dictionary by /dictType/', async () => {
    const entries = responseList(await client.get('/system/dict/data/dictType/sys_normal_disable'));
    expect(entries.map(({ dictLabel, dictValue }) => [dictLabel, dictValue])).toEqual([
      ['正常', '0'],
      ['停用', '1'],
    ]);
    expect(responseList(await client.get('/system/dict/data/dictType/no_such_type'))).toEqual([]);
  });

  it('reads a parameter from msg', async () => {
    const { msg } = await client.get('/system/config/configKey/global_custom_config');
    expect(JSON.parse(msg)).toEqual({
      UNLOAD_MAP_USER: '',
      AMAP_WEB_SERVER: '',
      AMAP_WEB_JSAPI: '',
      AMAP_WEB_JSAPICODE: '',
    });
  });

  it('lists the options of dictionaries and posts', async () => {
    await client.post('/system/post', { postCode: 'open', postName: 'open', postSort: 1 });
    await client.post('/system/post', { postCode: 'shut', postName: 'shut', postSort: 2, status: '1' });
    const posts = responseList(await client.get('/system/post/optionselect'));
    expect(posts.map(({ postName }) => postName)).toEqual(['open']);
    const types = responseList(await client.get('/system/dict/type/optionselect'));
    expect(types.map(({ dictType }) => dictType)).toContain('sys_yes_no');
  });

  it('clears caches by /clearCache', async () => {
    for (const path of ['/system/dict/type/clearCache', '/system/config/clearCache'])
      expect(await client.delete(path)).toEqual({ code: 200, msg: done });
  });
});
