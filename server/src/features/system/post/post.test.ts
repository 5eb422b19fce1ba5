import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type JsonFields,
  responseData,
  responseList,
  responseRows,
} from '../../../../tests/compatibility/family-client.fixture.ts';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('truncate sys_post cascade'));

const path = '/system/post';
const label = (field: string) => translate('zh', `system.post.fields.${field}`);

async function send(method: string, below = '', json?: JsonFields) {
  return (await t.send(method, path + below, { token, json })).body;
}

async function add(postCode: string, postName: string, more: JsonFields = {}): Promise<number> {
  const body = await send('POST', '', { postCode, postName, postSort: 1, ...more });
  expect(body.code, body.msg).toBe(200);
  const { rows } = await t.app.pool.query('select post_id from sys_post where post_code = $1', [postCode]);
  return rows[0].post_id;
}

const names = async (query = '') =>
  responseRows(await send('GET', `/list${query}`)).map((row) => row['postName']);

describe('a post', () => {
  it('is added, read, changed and deleted', async () => {
    const id = await add('lead', '班长', { remark: '夜班' });
    const row = responseData(await send('GET', `/${id}`));
    expect(row).toEqual({
      postId: id,
      postCode: 'lead',
      postName: '班长',
      postSort: 1,
      status: '0',
      remark: '夜班',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    await send('PUT', '', { ...row, postName: '值班长', remark: '' });
    expect(responseData(await send('GET', `/${id}`))).toEqual({ ...row, postName: '值班长', remark: null });
    expect((await send('DELETE', `/${id}`)).code).toBe(200);
    expect(await send('GET', `/${id}`)).toEqual({ code: 500, msg: errorText('row.gone') });
  });

  it('keeps fields that a change does not contain', async () => {
    const id = await add('lead', '班长', { remark: '夜班', status: '1' });
    await send('PUT', '', { postId: id, postCode: 'lead', postName: '班长', postSort: 2 });
    expect(responseData(await send('GET', `/${id}`))).toMatchObject({
      remark: '夜班',
      status: '1',
      postSort: 2,
    });
  });

  it.each(['postCode', 'postName'])(
    'refuses a %s that is taken, when added and when changed',
    async (field) => {
      await add('a', '甲');
      const other = await add('b', '乙');
      const taken = { code: 500, field, msg: errorText('field.taken', { label: label(field) }) };
      const twin = { postCode: 'c', postName: '丙', postSort: 1, [field]: field === 'postCode' ? 'a' : '甲' };
      expect(await send('POST', '', twin)).toEqual(taken);
      expect(await send('PUT', '', { ...twin, postId: other })).toEqual(taken);
      expect(
        await send('PUT', '', { postId: other, postCode: 'b', postName: '乙', postSort: 9 }),
      ).toMatchObject({
        code: 200,
      });
    },
  );

  it('in use is not deleted, nor the rest of the selection, and the error names it', async () => {
    const [held, free] = [await add('held', '班长'), await add('free', '司机')];
    const userId = await addPerson(t, 'lin', []);
    await t.app.pool.query('insert into sys_user_post values ($1, $2)', [userId, held]);
    const refused = { code: 500, msg: errorText('row.in_use', { name: '班长' }) };
    expect(await send('DELETE', `/${held}`)).toEqual(refused);
    expect(await send('DELETE', `/${free},${held}`)).toEqual(refused);
    expect(await names()).toEqual(['班长', '司机']);
    await t.app.pool.query('truncate sys_user_post');
    expect((await send('DELETE', `/${free},${held}`)).code).toBe(200);
    expect(await names()).toEqual([]);
  });

  it.each<[problem: string, values: JsonFields, field: string, key: string, params?: object]>([
    ['no code', { postCode: undefined }, 'postCode', 'required'],
    ['a blank name', { postName: '  ' }, 'postName', 'required'],
    ['a null name', { postName: null }, 'postName', 'required'],
    ['a code of 65 characters', { postCode: 'x'.repeat(65) }, 'postCode', 'max', { limit: 64 }],
    ['a name of 51 characters', { postName: '名'.repeat(51) }, 'postName', 'max', { limit: 50 }],
    ['a remark of 501 characters', { remark: 'x'.repeat(501) }, 'remark', 'max', { limit: 500 }],
    ['a negative order', { postSort: -1 }, 'postSort', 'min_value', { limit: 0 }],
    ['an order above 9999', { postSort: 10_000 }, 'postSort', 'max_value', { limit: 9999 }],
    ['an order of 1.5', { postSort: 1.5 }, 'postSort', 'integer'],
    ['an order in words', { postSort: 'first' }, 'postSort', 'integer'],
    ['an order with leading zeros', { postSort: '007' }, 'postSort', 'integer'],
    ['an unknown status', { status: '7' }, 'status', 'choice'],
    ['a name that is an object', { postName: { $gt: '' } }, 'postName', 'type'],
    ['a name that is a list', { postName: ['a'] }, 'postName', 'type'],
    ['a name that is true', { postName: true }, 'postName', 'type'],
  ])(
    'with %s is refused, the field is named and nothing is stored',
    async (_problem, values, field, key, params) => {
      const body = await send('POST', '', { postCode: 'a', postName: '甲', postSort: 1, ...values });
      const named = field === 'remark' ? translate('zh', 'kit.fields.remark') : label(field);
      expect(body).toEqual({ code: 500, field, msg: errorText(`field.${key}`, { label: named, ...params }) });
      expect(await names()).toEqual([]);
    },
  );

  it('may have names of the full length in Chinese', async () => {
    const full = { postCode: 'é'.repeat(64), postName: '名'.repeat(50), remark: '注'.repeat(500) };
    await add(full.postCode, full.postName, { remark: full.remark });
    expect(responseRows(await send('GET', '/list'))[0]).toMatchObject(full);
  });

  it('without an order comes first', async () => {
    await add('b', '乙', { postSort: 5 });
    await send('POST', '', { postCode: 'a', postName: '甲', postSort: 0 });
    expect(await names()).toEqual(['甲', '乙']);
  });

  it('that does not exist cannot be changed or deleted', async () => {
    const gone = { code: 500, msg: errorText('row.gone') };
    expect(await send('PUT', '', { postId: 12345, postCode: 'a', postName: '甲', postSort: 1 })).toEqual(
      gone,
    );
    expect(await send('DELETE', '/12345')).toEqual(gone);
  });
});

describe('the list of posts', () => {
  beforeEach(async () => {
    await add('lead-1', '班长', { postSort: 3 });
    await add('lead_2', '副班长', { postSort: 1, status: '1' });
    await add('DRIVER', '司机100%', { postSort: 2 });
  });

  it.each([
    ['', ['副班长', '司机100%', '班长']],
    ['?postName=班', ['副班长', '班长']],
    ['?postName=%20班%20', ['副班长', '班长']],
    ['?postCode=driver', ['司机100%']],
    ['?postName=%25', ['司机100%']],
    ['?postCode=_', ['副班长']],
    ['?postName=%5C', []],
    ['?status=1', ['副班长']],
    ['?status=9', []],
    ['?postName=班&status=0', ['班长']],
    ['?pageSize=2&pageNum=2', ['班长']],
    ['?pageSize=2&pageNum=99', ['班长']],
    ['?orderByColumn=postSort&isAsc=ascending', ['副班长', '司机100%', '班长']],
    ['?orderByColumn=postSort&isAsc=descending', ['班长', '司机100%', '副班长']],
    ['?postName=&status=&beginTime=&endTime=', ['副班长', '司机100%', '班长']],
    ['?nonsense=1&params[dataScope]=and 1=0', ['副班长', '司机100%', '班长']],
  ])('asked with %j shows %j', async (query, expected) => {
    expect(await names(encodeURI(query).replaceAll('%25', '%'))).toEqual(expected);
  });

  it('counts the rows of all pages', async () => {
    expect(await send('GET', '/list?pageSize=1')).toMatchObject({ total: 3, rows: [{ postName: '副班长' }] });
    expect(await send('GET', '/list?postName=nobody')).toMatchObject({ total: 0, rows: [] });
  });

  it('offers enabled posts to every user', async () => {
    await addPerson(t, 'guest', []);
    const guest = await t.login('guest', personPassword);
    const { body } = await t.send('GET', `${path}/optionselect`, { token: guest });
    expect(responseList(body).map(({ postName }) => postName)).toEqual(['司机100%', '班长']);
    expect((await t.send('GET', `${path}/list`, { token: guest })).body.code).toBe(403);
  });
});

describe('an endpoint of posts', () => {
  it.each([
    ['list', 'GET', '/list'],
    ['query', 'GET', '/1'],
    ['add', 'POST', ''],
    ['edit', 'PUT', ''],
    ['remove', 'DELETE', '/1'],
    ['export', 'GET', '/export'],
    ['export', 'POST', '/export'],
    ['import', 'POST', '/importData'],
  ])('requires the permission to %s (%s %s)', async (action, method, below) => {
    const all = ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'];
    const name = `${action}${method}${below}`;
    await addPerson(t, `all but ${name}`, [
      { permissions: all.filter((other) => other !== action).map((other) => `system:post:${other}`) },
    ]);
    await addPerson(t, `only ${name}`, [{ permissions: [`system:post:${action}`] }]);
    const request = async (who: string) =>
      (await t.send(method, path + below, { token: await t.login(who, personPassword) })).body.code;
    expect(await request(`all but ${name}`)).toBe(403);
    expect(await request(`only ${name}`)).not.toBe(403);
  });
});
