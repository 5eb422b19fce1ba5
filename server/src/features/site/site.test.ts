import { createHash } from 'node:crypto';
import { isOnline, onlineWindowMs } from '@limpid/contract/site/online';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '../../platform/sheets/read-sheet.ts';
import { openTestApp } from '../../testing/app.ts';
import { errorText } from '../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { soon } from '../../testing/soon.ts';
import { makeUpload } from '../../testing/upload.ts';
import { siteChanged } from '../reading/site-changed.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const sites = makeResourceClient(t, '/site/site', token);
const { pool } = t.app;
const key = ['siteCode', 'siteId'] as const;
let near: number;
let far: number;

async function addEntity(code: string, deptId: number): Promise<number> {
  const { rows } = await pool.query(
    'insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, $2) returning entity_id',
    [code, deptId],
  );
  return rows[0].entity_id;
}

beforeAll(async () => {
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 120, 100, [0, 100]);
  [near, far] = [await addEntity('near', 110), await addEntity('far', 120)];
});

const plain = (siteCode: string) => ({
  siteCode,
  siteName: `site ${siteCode}`,
  mn: `MN-${siteCode}`,
  entityId: near,
  deviceTypeId: 1,
});
const add = (siteCode: string, more = {}) => sites.add({ ...plain(siteCode), ...more }, key);
const history = async (id: number) =>
  (await sites.send('GET', `/coefficients/${id}`))['data'] as { channelId: number; k: number; b: number }[];

describe('a site', () => {
  it('has all fields, and the names of entity and type, without its secrets', async () => {
    await pool.query(
      `insert into basic_sensor_type (sensor_type_id, sensor_code, sensor_name, channel_id) values (1, 'S', 'S', 1)`,
    );
    const given = {
      ...plain('full'),
      deviceCode: 'D-1',
      brand: 'B',
      deviceVersion: '1.2',
      protocol: 'hj212-2025',
      reportInterval: 30,
      iotCard: '8986',
      threshold: 1.5,
      longitude: 116.4,
      latitude: 39.9,
      sensorTypeIds: [1],
    };
    const id = await add('full', {
      ...given,
      accessPassword: 'pw-123456',
      sm4Key: '0123456789abcdef'.repeat(2),
    });
    const row = await sites.get(id);
    expect(row).toMatchObject({ ...given, entityName: 'near', typeName: '环境空气自动站', deptId: 110 });
    expect(row).toMatchObject({ accessPassword: true, sm4Key: true, hasHttpKey: false, online: 'off' });
    const { rows } = await pool.query('select * from site where site_id = $1', [id]);
    expect(JSON.stringify(rows)).not.toMatch(/pw-123456|0123456789abcdef/);
    expect(t.app.secrets.open(rows[0].access_password)).toBe('pw-123456');
    const log = await pool.query('select oper_param from sys_oper_log');
    expect(JSON.stringify(log.rows)).not.toMatch(/pw-123456|0123456789abcdef/);
  });

  it('keeps a secret unless a new one is sent or it is removed explicitly', async () => {
    const id = await add('secret', { accessPassword: 'first' });
    const sealed = async () =>
      (await pool.query('select access_password from site where site_id = $1', [id])).rows[0].access_password;
    const before = await sealed();
    for (const accessPassword of [undefined, '', true, null])
      await sites.send('PUT', '', { ...plain('secret'), siteId: id, accessPassword });
    expect(await sealed()).toBe(before);
    await sites.send('PUT', '', { ...plain('secret'), siteId: id, accessPassword: 'second' });
    expect(t.app.secrets.open(await sealed())).toBe('second');
    await sites.send('PUT', '', { ...plain('secret'), siteId: id, accessPassword: false });
    expect(await sealed()).toBeNull();
    expect(await sites.get(id)).toMatchObject({ accessPassword: false });
  });

  it.each([
    ['site.mn_taken', { mn: 'mn-TAKEN' }, { mn: 'mn-TAKEN', name: 'site taken' }],
    ['field.taken', { siteCode: 'taken' }, { label: 'site.site.fields.siteCode' }],
    ['field.max', { mn: 'x'.repeat(25) }, { label: 'site.site.fields.mn', limit: 24 }],
    ['field.pattern', { mn: 'a b' }, { label: 'site.site.fields.mn' }],
    ['field.min_value', { reportInterval: 0 }, { label: 'site.site.fields.reportInterval', limit: 1 }],
    ['field.max_value', { reportInterval: 3601 }, { label: 'site.site.fields.reportInterval', limit: 3600 }],
    ['field.pattern', { sm4Key: 'short' }, { label: 'site.site.fields.sm4Key' }],
    ['site.password_needed', { passwordRequired: 'Y' }, {}],
    ['site.sm4_key_needed', { sm4Required: 'Y', accessPassword: 'x' }, {}],
    ['field.choice', { passwordRequired: 'maybe' }, { label: 'site.site.fields.passwordRequired' }],
    ['coordinate.longitude', { longitude: 'x', latitude: 1 }, {}],
    ['coordinate.pair', { latitude: 1 }, {}],
    ['field.choice', { deviceTypeId: 999 }, { label: 'site.site.fields.deviceTypeId' }],
    ['field.choice', { sensorTypeIds: [999] }, { label: 'site.site.fields.sensorTypeIds' }],
    [
      'field.choice',
      { coefficients: [{ channelId: 999, k: 1, b: 0 }] },
      { label: 'site.site.fields.coefficients' },
    ],
    [
      'field.required',
      { coefficients: [{ channelId: 1, k: 1 }] },
      { label: 'site.site.coefficientFields.b' },
    ],
    ['site.coefficient_twice', { coefficients: [1, 1].map((channelId) => ({ channelId, k: 1, b: 0 })) }, {}],
  ])('is rejected with %s: %j', async (error, given, params: Record<string, string | number>) => {
    const { rows } = await pool.query(`select from site where site_code = 'taken'`);
    if (rows.length === 0) await add('taken');
    const body = await sites.send('POST', '', { ...plain('new'), ...given });
    expect(body).toMatchObject({ code: 500, msg: errorText(error, params) });
  });

  it('keeps its password and key while they are required', async () => {
    const required = { passwordRequired: 'Y', sm4Required: 'Y' };
    const secrets = { accessPassword: 'first', sm4Key: '0123456789abcdef'.repeat(2) };
    const id = await add('required', { ...required, ...secrets });
    const save = async (more: object) =>
      (await sites.send('PUT', '', { ...plain('required'), siteId: id, ...more })).msg;
    expect(await save({ accessPassword: false })).toBe(errorText('site.password_needed'));
    expect(await save({ sm4Key: false })).toBe(errorText('site.sm4_key_needed'));
    expect(await save({ accessPassword: true, sm4Key: '' })).toBe('操作成功');
    expect(await save({ ...required, accessPassword: 'second' })).toBe('操作成功');
    expect(await sites.get(id)).toMatchObject({ ...required, accessPassword: true, sm4Key: true });
    await soon(() => t.ingest.directory.findBySite(id)?.sm4Required).toBe(true);
    expect(await save({ passwordRequired: 'N', sm4Required: 'N', accessPassword: false })).toBe('操作成功');
    expect(await sites.get(id)).toMatchObject({ passwordState: 'none', accessPassword: false, sm4Key: true });
  });

  it('is found by whether it has a password', async () => {
    await add('guarded-1', { accessPassword: 'secret' });
    await add('guarded-2');
    const codes = async (state: string) =>
      (await sites.list(`?siteCode=guarded&passwordState=${state}`)).map((row) => row['siteCode']);
    expect(await codes('set')).toEqual(['guarded-1']);
    expect(await codes('none')).toEqual(['guarded-2']);
  });

  it('outside the data scope is not named if its MN is taken', async () => {
    await add('hidden', { entityId: far });
    await addPerson(t, 'local', [{ permissions: ['site:site:add'], dataScope: '3' }], 110);
    const local = makeResourceClient(t, '/site/site', await t.login('local', personPassword));
    const body = await local.send('POST', '', { ...plain('mine'), mn: 'MN-hidden' });
    expect(body.msg).toBe(errorText('field.taken', { label: 'site.site.fields.mn' }));
    expect((await local.send('POST', '', { ...plain('mine'), entityId: far })).code).toBe(403);
    expect((await local.send('POST', '', plain('mine'))).code).toBe(200);
  });

  it('gets no K and B on its device from a person whose right to write does not reach it', async () => {
    const id = await add('written');
    const roles = [
      { permissions: ['site:site:edit'] },
      { permissions: ['device:equipment:write'], dataScope: '2', deptIds: [120] },
    ];
    await addPerson(t, 'writer', roles);
    const writer = makeResourceClient(t, '/site/site', await t.login('writer', personPassword));
    const given = { coefficientPlace: 'device', coefficients: [{ channelId: 1, k: 2, b: 1 }] };
    const save = async (client: typeof sites) =>
      (await client.send('PUT', '', { ...plain('written'), siteId: id, ...given })).msg;
    expect(await save(writer)).toBe(errorText('site.coefficient_write'));
    expect(await save(sites)).toBe('操作成功');
  });

  it('knows nothing of a new device that the one before has said', async () => {
    const id = await add('replaced');
    await pool.query(`insert into site_contact (site_id, last_seen, firmware) values (${id}, now(), 'V1');
      insert into device_parameter (site_id, pol_id, code, read_value) values (${id}, '', 'i13008', '2');
      insert into device_frames values (${id}, '[]', now())`);
    const count = async () =>
      (
        await pool.query(`select (select count(*) from site_contact where site_id = ${id})
          + (select count(*) from device_parameter where site_id = ${id})
          + (select count(*) from device_frames where site_id = ${id}) as n`)
      ).rows[0].n;
    const save = (more: object) => sites.send('PUT', '', { ...plain('replaced'), siteId: id, ...more });
    await save({ brand: 'B' });
    expect(await count()).toBe(3);
    await save({ mn: 'MN-new' });
    expect(await count()).toBe(0);
  });

  it('cannot be moved to an entity where the caller would gain permissions over it', async () => {
    const id = await add('foreign', { entityId: far });
    const roles = [
      { permissions: ['site:site:edit'], dataScope: '1' },
      { permissions: ['data:history:list'], dataScope: '3' },
    ];
    await addPerson(t, 'mover', roles, 110);
    const mover = makeResourceClient(t, '/site/site', await t.login('mover', personPassword));
    const row = await sites.get(id);
    const body = await mover.send('PUT', '', { ...row, entityId: near });
    expect(body).toEqual({ code: 500, field: 'entityId', msg: errorText('grant.site_move') });
    expect(await sites.get(id)).toMatchObject({ entityId: far });
    const elsewhere = await addEntity('elsewhere', 100);
    expect((await mover.send('PUT', '', { ...row, entityId: elsewhere })).code).toBe(200);
  });

  it('is disabled and enabled with the permission, which notifies readers of the directory', async () => {
    const id = await add('switch');
    let notifications = 0;
    const stop = t.app.bus.subscribe(siteChanged, () => notifications++);
    expect((await sites.send('PUT', '/changeStatus', { siteId: id, status: '1' })).code).toBe(200);
    expect(await sites.get(id)).toMatchObject({ status: '1' });
    expect(notifications).toBe(1);
    stop();
    await addPerson(t, 'viewer', [{ permissions: ['site:site:list', 'site:site:query'] }]);
    const viewer = makeResourceClient(t, '/site/site', await t.login('viewer', personPassword));
    expect((await viewer.send('PUT', '/changeStatus', { siteId: id, status: '0' })).code).toBe(403);
    expect((await viewer.send('PUT', '/newKey', { siteId: id })).code).toBe(403);
    expect((await viewer.send('DELETE', `/${id}`)).code).toBe(403);
    expect(await viewer.list('?siteCode=switch')).toHaveLength(1);
  });

  it('is deleted with its own parts', async () => {
    const id = await add('gone', { coefficients: [{ channelId: 1, k: 2, b: 0 }], sensorTypeIds: [1] });
    await pool.query('insert into site_contact (site_id, last_seen) values ($1, limpid_now())', [id]);
    expect((await sites.send('DELETE', `/${id}`)).code).toBe(200);
    for (const table of ['site_coefficient', 'site_sensor_type', 'site_contact']) {
      const { rows } = await pool.query(`select from ${table} where site_id = $1`, [id]);
      expect(rows).toEqual([]);
    }
  });
});

describe('the key for HTTP', () => {
  it('is returned once, and stored as a hash', async () => {
    const id = await add('http');
    const body = await sites.send('PUT', '/newKey', { siteId: id });
    const { accessKey } = body['data'] as { accessKey: string };
    expect(accessKey).toMatch(/^[\w-]{32}$/);
    const { rows } = await pool.query('select http_key_hash from site where site_id = $1', [id]);
    expect(rows[0].http_key_hash).toBe(createHash('sha256').update(accessKey).digest('hex'));
    expect(await sites.get(id)).toMatchObject({ hasHttpKey: true });
    const log = await pool.query('select json_result from sys_oper_log');
    expect(JSON.stringify(log.rows)).not.toContain(accessKey);
    expect((await sites.send('PUT', '/newKey', { siteId: 999_999 })).msg).toBe(errorText('row.gone'));
  });
});

describe('K and B', () => {
  it('apply from the moment of their change, and the history contains what was applied', async () => {
    const pm = { channelId: 1, k: 1.1, b: -2 };
    // Its device gets no commands for K and B: what was set at it on site counts at once.
    const protocol = 'hj212-2005';
    const id = await add('kb', { protocol, coefficients: [pm, { channelId: 2, k: 1, b: 0 }] });
    expect(await history(id)).toMatchObject([pm]);
    const row = await sites.get(id);
    await sites.send('PUT', '', row);
    await sites.send('PUT', '/changeStatus', { siteId: id, status: '1' });
    expect(await history(id)).toHaveLength(1);
    const save = (more: object) => sites.send('PUT', '', { ...row, ...more });
    await save({ coefficientPlace: 'device' });
    expect((await history(id))[0]).toMatchObject({ channelId: 1, k: 1, b: 0 });
    expect((await sites.get(id))['coefficients']).toMatchObject([pm, { channelId: 2 }]);
    await save({ coefficientPlace: 'platform', coefficients: [{ ...pm, b: 3 }] });
    expect((await history(id))[0]).toMatchObject({ ...pm, b: 3, updateBy: 'admin' });
    await save({ coefficientPlace: 'platform', coefficients: [] });
    expect((await history(id))[0]).toMatchObject({ channelId: 1, k: 1, b: 0 });
    expect(await history(id)).toHaveLength(4);
  });
});

describe('the online state', () => {
  it('is the same in the view as by the rule, to the millisecond', async () => {
    const client = await pool.connect();
    try {
      for (const interval of [1, 30, 60, 61, 300, 3600]) {
        const siteId = await add(`edge-${interval}`, { reportInterval: interval });
        const limit = onlineWindowMs(interval);
        for (const silence of [limit - 1, limit, limit + 1]) {
          // limpid_now() is constant within a transaction.
          await client.query('begin');
          await client.query(
            `insert into site_contact (site_id, last_seen) values ($1, limpid_now() - $2 * interval '1 ms')`,
            [siteId, silence],
          );
          const { rows } = await client.query('select online from site_row where site_id = $1', [siteId]);
          await client.query('rollback');
          const expected = isOnline(0, interval, silence);
          expect(expected).toBe(silence <= limit);
          expect(rows, `${interval} s, silent for ${silence} ms`).toEqual([
            { online: expected ? 'on' : 'off' },
          ]);
        }
      }
    } finally {
      client.release(true);
    }
    expect(isOnline(null, 60, 0)).toBe(false);
  });

  it('is in the list and can be searched', async () => {
    const ages = { 'on-now': '0', 'on-yesterday': '1 day' };
    for (const [code, age] of Object.entries(ages)) {
      await pool.query(
        'insert into site_contact (site_id, last_seen) values ($1, limpid_now() - $2::interval)',
        [await add(code), age],
      );
    }
    await add('on-never');
    const read = async (query: string) =>
      (await sites.list(`?siteCode=on-&${query}`)).map((row) => [row['siteCode'], row['online']]).sort();
    const off = [
      ['on-never', 'off'],
      ['on-yesterday', 'off'],
    ];
    expect(await read('')).toEqual([off[0], ['on-now', 'on'], off[1]]);
    expect(await read('online=on')).toEqual([['on-now', 'on']]);
    expect(await read('online=off')).toEqual(off);
  });
});

describe('a sheet of sites', () => {
  it('adds and updates row by row, with names of entity and type', async () => {
    await addPerson(
      t,
      'importer',
      [{ permissions: ['site:site:import', 'site:site:list'], dataScope: '3' }],
      110,
    );
    const importer = await t.login('importer', personPassword);
    const header = [
      '站点编码',
      '站点名称',
      '所属主体',
      'MN 号',
      '设备类型',
      '上报间隔（秒）',
      '经度',
      '纬度',
    ];
    const send = async (lines: (string | number | null)[][], query = '') => {
      const upload = await makeUpload(header, lines);
      const { body } = await t.send('POST', `/site/site/importData${query}`, { token: importer, ...upload });
      return body['data'];
    };
    const good = ['X1', '一', 'near', 'MN-X1', 'AMBIENT', 30, 116.5, 39.5];
    expect(
      await send([
        good,
        ['X2', '二', 'far', 'MN-X2', 'AMBIENT', 60, null, null],
        ['X3', '三', 'near', 'mn-x1', '微型空气站', 60, null, null],
        ['X4', '四', 'near', 'MN-X4', 'AMBIENT', 60, 116.5, 139.5],
      ]),
    ).toMatchObject({
      added: 1,
      failed: [
        {
          line: 3,
          reason: errorText('sheet.unknown_name', { label: 'site.site.fields.entityId', name: 'far' }),
        },
        { line: 4, reason: errorText('site.mn_taken', { mn: 'mn-x1', name: '一' }) },
        { line: 5, reason: errorText('coordinate.latitude') },
      ],
    });
    expect(await send([good])).toMatchObject({ added: 0, failed: [{ line: 2 }] });
    expect(await send([['X1', '改', ...good.slice(2)]], '?updateSupport=true')).toMatchObject({ updated: 1 });
    expect(await sites.list('?siteCode=X1')).toMatchObject([
      { siteName: '改', reportInterval: 30, latitude: 39.5 },
    ]);
  });

  it('contains required secrets, and reports missing ones', async () => {
    const upload = async (line: (string | null)[]) => {
      const header = ['siteCode', 'siteName', 'entityId', 'mn', 'deviceTypeId'];
      const sheet = await makeUpload([...header, 'Password required', 'SM4 required'], [line]);
      const path = '/site/site/importData?updateSupport=true&lang=en';
      return (await t.send('POST', path, { token, ...sheet })).body['data'];
    };
    const line = ['R1', 'one', 'near', 'MN-R1', 'AMBIENT'];
    const needed = '“Password required” needs an access password: set one first, or switch it off';
    expect(await upload([...line, 'Yes', null])).toMatchObject({ failed: [{ line: 2, reason: needed }] });
    expect(await upload([...line, 'No', 'N'])).toMatchObject({ added: 1 });
    const [row] = await sites.list('?siteCode=R1');
    await sites.send('PUT', '', { ...row, accessPassword: 'secret' });
    expect(await upload([...line, 'Oui', '否'])).toMatchObject({ updated: 1 });
    expect(await sites.list('?siteCode=R1')).toMatchObject([{ passwordRequired: 'Y', sm4Required: 'N' }]);
    const { bytes } = await t.send('POST', '/site/site/export?lang=en&siteCode=R1', { token });
    const { header, rows } = await readSheet(bytes);
    const cell = (name: string) => rows[0]?.cells[header.indexOf(name)];
    expect(['Password required', 'SM4 required', 'Password'].map(cell)).toEqual(['Yes', 'No', 'Set']);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });
});
