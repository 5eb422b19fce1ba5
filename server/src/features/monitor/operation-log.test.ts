import { businessTypes } from '@limpid/contract/kit/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';

let t: TestApp;
let admin: string;
const path = '/monitor/operlog';

beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
  await fill();
});

afterAll(() => t.close());

/** Seven operations of two users, an hour apart. */
async function fill(): Promise<void> {
  await t.app.pool.query('truncate sys_oper_log');
  const rows = [
    ['system.post.title', 1, 'lin', '10.1.2.3', 0],
    ['system.post.title', 2, 'lin', '10.1.2.3', 0],
    ['system.post.title', 3, 'lin', '10.1.2.4', 1],
    ['system.parameter.title', 2, 'lin', '10.1.2.4', 0],
    ['system.parameter.title', 2, 'Mei_100%', '192.168.0.9', 0],
    ['system.dictType.title', 9, 'Mei_100%', '192.168.0.9', 1],
    ['system.dictType.title', 5, 'Mei_100%', '192.168.0.9', 0],
  ];
  for (const [index, row] of rows.entries()) {
    await t.app.pool.query(
      `insert into sys_oper_log (title, business_type, request_method, oper_name, oper_ip, status, oper_time, cost_time)
       values ($1, $2, 'PUT', $3, $4, $5, $6, $7)`,
      [...row, `2026-03-01 0${index}:00:00+08`, 100 - index],
    );
  }
}

interface Row extends Record<string, unknown> {
  operId: number;
  title: string;
  businessType: number;
  operTime: string;
}

async function list(query: string, token = admin): Promise<Row[]> {
  const { body } = await t.send('GET', `${path}/list?${query}`, { token });
  expect(body.code, body.msg).toBe(200);
  expect(body['total']).toBe((body['rows'] as Row[]).length);
  return body['rows'] as Row[];
}

const hours = async (query: string) =>
  (await list(query)).map(({ operTime }) => Number(operTime.slice(11, 13)));

describe('the list of operations', () => {
  it('starts with the newest, and has numbers where the family has numbers', async () => {
    const rows = await list('');
    expect(rows.map(({ operTime }) => operTime.slice(11, 13))).toEqual([
      '06',
      '05',
      '04',
      '03',
      '02',
      '01',
      '00',
    ]);
    expect(rows[0]).toMatchObject({
      businessType: 5,
      status: 0,
      costTime: 94,
      operatorType: 1,
      operName: 'Mei_100%',
    });
  });

  it.each([
    ['zh_CN', 'zh'],
    ['en_US', 'en'],
    ['fr_FR', 'fr'],
  ] as const)('shows and finds the module in the language of the request (%s)', async (lang, language) => {
    const title = translate(language, 'system.parameter.title');
    const rows = await list(`lang=${lang}&title=${encodeURIComponent(title.toUpperCase())}`);
    expect(rows.map((row) => row.title)).toEqual([title, title]);
  });

  it.each([
    ['operName=LIN', [3, 2, 1, 0]],
    ['operName=i_1', [6, 5, 4]],
    ['operName=0%25', [6, 5, 4]],
    ['operName=nobody', []],
    ['operName=i', [6, 5, 4, 3, 2, 1, 0]],
    ['operIp=2.4', [3, 2]],
    ['title=nothing+at+all', []],
    ['businessType=2', [4, 3, 1]],
    ['businessTypes[]=3&businessTypes[]=9', [5, 2]],
    ['businessTypes[0]=1&businessTypes[1]=5', [6, 0]],
    ['businessTypes[]=2&businessType=3', []],
    ['status=1', [5, 2]],
    ['beginTime=2026-03-01+02:00:00&endTime=2026-03-01+04:00:00', [4, 3, 2]],
    ['params[beginTime]=2026-03-01+05:00:00&params[endTime]=2026-03-01', [6, 5]],
    ['params[endTime]=2026-02-28', []],
    ['status=0&operName=mei&businessType=2', [4]],
    ['orderByColumn=costTime&isAsc=ascending', [6, 5, 4, 3, 2, 1, 0]],
    ['orderByColumn=costTime&isAsc=desc', [0, 1, 2, 3, 4, 5, 6]],
    ['orderByColumn=operTime&isAsc=asc', [0, 1, 2, 3, 4, 5, 6]],
    ['orderByColumn=operName&isAsc=descending', [3, 2, 1, 0, 6, 5, 4]],
    ['orderByColumn=operName&isAsc=asc', [4, 5, 6, 0, 1, 2, 3]],
    // Unsupported sort columns are ignored, because the family's clients send any.
    ['orderByColumn=operParam&isAsc=asc', [6, 5, 4, 3, 2, 1, 0]],
    ['orderByColumn=cost_time;drop+table+x&isAsc=asc', [6, 5, 4, 3, 2, 1, 0]],
  ])('filters and sorts: %s', async (query, expected) => {
    expect(await hours(query)).toEqual(expected);
  });

  it.each([
    ['beginTime=2026-02-30', 'operTime'],
    ['businessType=x', 'businessType'],
    ['businessTypes[]=x', 'businessType'],
    ['status=maybe', 'status'],
    ['pageSize=100000', 'pageSize'],
  ])('rejects %s with the name of the field', async (query, field) => {
    const { body } = await t.send('GET', `${path}/list?lang=en&${query}`, { token: admin });
    expect(body.code).toBe(500);
    const label = field === 'pageSize' ? 'kit.fields.pageSize' : `monitor.operationLog.fields.${field}`;
    expect(body.msg.toLowerCase()).toContain(translate('en', label).toLowerCase());
  });

  it('shows rows without a known user only with the scope "all", and nothing without the permission', async () => {
    const permissions = ['monitor:operlog:list'];
    await addPerson(t, 'auditor', [{ permissions, dataScope: '1' }]);
    await addPerson(t, 'clerk', [{ permissions, dataScope: '4' }]);
    const auditor = await t.login('auditor', personPassword);
    expect(await list('', auditor)).toHaveLength(7);
    expect(await list('', await t.login('clerk', personPassword))).toEqual([]);
    const [first] = await list('');
    for (const [method, rest] of [
      ['GET', `/${first?.operId}`],
      ['DELETE', `/${first?.operId}`],
      ['DELETE', '/clean'],
      ['POST', '/export'],
    ] as const) {
      expect((await t.send(method, path + rest, { token: auditor })).body.code, rest).toBe(403);
    }
    // A rejected request is logged too.
    await Promise.all(t.app.background);
    await t.app.pool.query(`delete from sys_oper_log where oper_name = 'auditor'`);
  });
});

describe('an entry', () => {
  it('is returned in full, in the language of the request', async () => {
    const [row] = await list('businessType=9');
    const { body } = await t.send('GET', `${path}/${row?.operId}?lang=fr_FR`, { token: admin });
    expect(body['data']).toMatchObject({ title: translate('fr', 'system.dictType.title'), status: 1 });
    expect((await t.send('GET', `${path}/999999`, { token: admin })).body.code).toBe(500);
  });

  it('contains no password under any field name', async () => {
    await t.send('PUT', '/system/user/profile/updatePwd', {
      token: admin,
      json: { oldPassword: 'S3cr3t', newPassword: 'S3cr3t-two', confirmPassword: 'S3cr3t-two' },
    });
    await Promise.all(t.app.background);
    const rows = await list('operName=admin');
    expect(rows[0]).toMatchObject({
      businessType: businessTypes.update,
      operIp: '127.0.0.1',
      operLocation: '内网地址',
    });
    expect(JSON.stringify(rows)).not.toContain('S3cr3t');
    await t.app.pool.query(`delete from sys_oper_log where oper_name = 'admin'`);
  });

  it('can be deleted with others, but not added or changed', async () => {
    const ids = (await list('operName=lin')).slice(0, 2).map(({ operId }) => operId);
    expect((await t.send('DELETE', `${path}/${ids.join(',')}`, { token: admin })).body.code).toBe(200);
    expect(await hours('operName=lin')).toEqual([1, 0]);
    expect((await t.send('DELETE', `${path}/${ids.join(',')}`, { token: admin })).body.code).toBe(500);
    for (const method of ['POST', 'PUT'])
      expect((await t.send(method, path, { token: admin, json: { title: 'x' } })).status).toBe(404);
  });
});

it('emptying the log leaves one row about who did it', async () => {
  await Promise.all(t.app.background);
  expect((await t.send('DELETE', `${path}/clean`, { token: admin })).body.code).toBe(200);
  await Promise.all(t.app.background);
  expect(await list('lang=en')).toMatchObject([
    { title: 'Operation log', businessType: businessTypes.clean, operName: 'admin', status: 0 },
  ]);
});

it('emptying fails while an export reads the log, without blocking writers', async () => {
  const reader = await t.app.pool.connect();
  await reader.query('begin; select 1 from sys_oper_log');
  const { body } = await t.send('DELETE', `${path}/clean?lang=en`, { token: admin });
  await reader.query('rollback');
  reader.release();
  expect(body).toMatchObject({ code: 601, msg: translate('en', 'errors.log.busy') });
  expect((await list('businessType=9&status=0')).length).toBe(1);
});
