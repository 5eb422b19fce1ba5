import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import {
  make2xClient,
  make3xClient,
  nestedQuery,
  openWorkbook,
  responseRows,
} from './family-client.fixture.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  await t.send('POST', '/system/post', { token, json: { postCode: 'a', postName: 'b', postSort: 1 } });
  await Promise.all(t.app.background);
});
afterAll(() => t.close());

const dates = { beginTime: '2020-01-01 00:00:00', endTime: '2099-12-31 23:59:59' };
const headings = {
  '/monitor/operlog': ['系统模块', '操作类型', '操作人员', '操作地址', '操作状态', '操作时间'],
  '/monitor/logininfor': [
    '用户名称',
    '登录状态',
    '登录地址',
    '登录地点',
    '浏览器',
    '操作系统',
    '提示信息',
    '登录时间',
  ],
};

describe.each(['/monitor/operlog', '/monitor/logininfor'] as const)('a 2.x client at %s', (path) => {
  it('lists with dates at the top level of the query and empty texts for unused filters', async () => {
    const client = make2xClient(t, token);
    const query = {
      pageNum: 1,
      pageSize: 10,
      title: '',
      operName: '',
      userName: '',
      ipaddr: '',
      businessType: '',
      status: '',
    };
    const response = await client.get(`${path}/list`, { ...query, ...dates });
    expect(responseRows(response).length).toBeGreaterThan(0);
    expect(responseRows(await client.get(`${path}/list`, { ...query, endTime: '2020-01-01' }))).toEqual([]);
  });

  it('exports to a file name, and downloads the file once', async () => {
    const client = make2xClient(t, token);
    const { msg } = await client.get(`${path}/export`, { pageNum: 1, pageSize: 10, ...dates });
    const { bytes } = await t.send(
      'GET',
      `/common/download?fileName=${encodeURIComponent(msg)}&delete=true`,
      { token },
    );
    expect(openWorkbook(bytes).header).toEqual(expect.arrayContaining(headings[path]));
  });
});

describe.each(['/monitor/operlog', '/monitor/logininfor'] as const)('a 3.x client at %s', (path) => {
  const time = path.endsWith('operlog') ? 'operTime' : 'loginTime';

  it('lists with times inside params and the default order of its screen', async () => {
    const client = make3xClient(t, token);
    const query = { pageNum: 1, pageSize: 10, orderByColumn: time, isAsc: 'descending', params: dates };
    const rows = responseRows(await client.get(`${path}/list`, query));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows[0]?.[time]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('downloads the filtered rows with translated values', async () => {
    const { bytes } = await t.send('POST', `${path}/export?lang=zh_CN`, {
      token,
      payload: nestedQuery({ pageNum: 1, pageSize: 10, status: '0', params: dates, lang: 'zh_CN' }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { header, rows } = openWorkbook(bytes);
    expect(header).toEqual(expect.arrayContaining(headings[path]));
    expect(rows.at(-1)).toMatchObject(
      path.endsWith('operlog')
        ? { 系统模块: '岗位', 操作类型: '新增', 操作状态: '成功', 操作人员: 'admin' }
        : { 用户名称: 'admin', 登录状态: '成功', 提示信息: '登录成功', 登录地点: '内网地址' },
    );
  });

  it('deletes one or several, empties the log, and reads the numbers of its detail dialog', async () => {
    const client = make3xClient(t, token);
    const [row] = responseRows(await client.get(`${path}/list`, {}));
    if (path.endsWith('operlog')) expect(row).toMatchObject({ status: 0, businessType: expect.any(Number) });
    else expect(row).toMatchObject({ status: '0' });
    expect((await client.delete(`${path}/${row?.['operId'] ?? row?.['infoId']}`)).code).toBe(200);
    expect((await client.delete(`${path}/clean`)).code).toBe(200);
    await Promise.all(t.app.background);
  });
});
