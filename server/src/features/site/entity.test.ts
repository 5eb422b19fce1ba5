import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { errorText } from '../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { makeUpload, wrapFile } from '../../testing/upload.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const entities = makeResourceClient(t, '/site/entity', token);
const key = ['entityCode', 'entityId'] as const;
const plain = { entityName: '甲', deptId: 100, orderNum: 1 };
const add = (json: Record<string, unknown>) => entities.add({ ...plain, ...json }, key);
const refuse = (json: Record<string, unknown>) =>
  entities.send('POST', '', { ...plain, entityCode: 'bad', ...json });

beforeAll(async () => {
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 120, 100, [0, 100]);
});

describe('an entity', () => {
  it('belongs to its department, and has the time zone of China by default', async () => {
    const given = {
      entityCode: 'E1',
      entityNameEn: 'One',
      entityGroup: 'G',
      administrator: '李',
      longitude: 116.4,
    };
    const id = await add({ ...given, latitude: 39.9 });
    const row = await entities.get(id);
    expect(row).toMatchObject({ ...given, zone: 'Asia/Shanghai', timeDifference: 0, forwardState: 'off' });
    expect(row).toMatchObject({ siteCount: 0, deptName: expect.any(String), forwardFailCount: 0 });
    expect((await entities.send('PUT', '', row)).code).toBe(200);
    expect(await entities.get(id)).toEqual(row);
  });

  it.each([
    ['a zone', { zone: 'Europe/Paris' }, 'Europe/Paris'],
    ['a whole difference', { timeDifference: -7 }, 'Etc/GMT-1'],
    ['a difference to the east', { timeDifference: 1 }, 'Etc/GMT-9'],
    ['a difference far to the west', { timeDifference: -13 }, 'Etc/GMT+5'],
    ['a difference with half an hour', { timeDifference: -2.5 }, 'Asia/Kolkata'],
    ['both: the zone counts', { zone: 'Asia/Tokyo', timeDifference: -7 }, 'Asia/Tokyo'],
  ])('gets a time zone by %s', async (title, given, zone) => {
    const id = await add({ entityCode: `zone-${title.replace(/\W/g, '')}`, ...given });
    const row = await entities.get(id);
    expect(row['zone']).toBe(zone);
    if (!('zone' in given)) expect(row['timeDifference']).toBe(given.timeDifference);
    // A complete row sent back changes nothing, also during daylight saving time.
    await entities.send('PUT', '', row);
    expect((await entities.get(id))['zone']).toBe(zone);
    await entities.send('PUT', '', { ...row, timeDifference: 0 });
    expect((await entities.get(id))['zone']).toBe('Asia/Shanghai');
  });

  it.each([
    ['entity.zone', { zone: 'Europe/Pariss' }, { zone: 'Europe/Pariss' }],
    ['entity.zone', { zone: "x'; drop table site" }, { zone: "x'; drop table site" }],
    ['entity.time_difference', { timeDifference: 0.1 }, { hours: 0.1 }],
    ['coordinate.longitude', { longitude: 181, latitude: 1 }, {}],
    ['coordinate.longitude', { longitude: '116.4,39.9', latitude: 1 }, {}],
    ['coordinate.latitude', { longitude: 1, latitude: '90.5' }, {}],
    ['coordinate.latitude', { longitude: 1, latitude: 'north' }, {}],
    ['coordinate.pair', { longitude: 1 }, {}],
    ['coordinate.pair', { latitude: 1 }, {}],
    ['entity.forward_address', { forwardAddress: 'a.example:8212#nowhere' }, { address: 'nowhere' }],
    ['entity.forward_address', { forwardAddress: 'a.example:70000' }, { address: 'a.example:70000' }],
    ['entity.forward_address', { forwardAddress: 'a.example:1#' }, { address: '' }],
    ['entity.forward_twice', { forwardAddress: 'a.example:1#A.example:1' }, { address: 'A.example:1' }],
    [
      'entity.forward_many',
      { forwardAddress: Array.from({ length: 9 }, (_, index) => `h:${index + 1}`).join('#') },
      { limit: 8 },
    ],
    [
      'entity.forward_web',
      { forwardProtocol: 'json', forwardAddress: 'http://a.example/' },
      { address: 'http://a.example/' },
    ],
    [
      'entity.forward_web',
      { forwardProtocol: 'json', forwardAddress: 'https://u:p@a.example/' },
      { address: 'https://u:p@a.example/' },
    ],
    ['field.choice', { deptId: 9999 }, { label: 'site.entity.fields.deptId' }],
  ])('is rejected with %s: %j', async (error, given, params: Record<string, string | number>) => {
    expect(await refuse(given)).toMatchObject({ code: 500, msg: errorText(error, params) });
  });

  it('can have several forwarding addresses: host names, IP addresses or URLs', async () => {
    const forwardAddress = 'up.example:8212 # 10.0.0.1:9000#[2400:3200::1]:8212';
    const id = await add({ entityCode: 'fwd', forwardAddress });
    const row = await entities.get(id);
    expect(row['forwardAddress']).toBe('up.example:8212#10.0.0.1:9000#[2400:3200::1]:8212');
    expect((await entities.send('PUT', '', { ...row, forwardProtocol: 'json' })).code).toBe(500);
    const json = { ...row, forwardProtocol: 'json', forwardAddress: 'https://a.example/in' };
    expect(
      (await entities.send('PUT', '', { ...json, forwardState: 'normal', forwardFailCount: 9 })).code,
    ).toBe(200);
    expect(await entities.get(id)).toMatchObject({
      forwardProtocol: 'json',
      forwardState: 'off',
      forwardFailCount: 0,
    });
  });

  it('with sites cannot be deleted', async () => {
    const id = await add({ entityCode: 'full', entityName: '满' });
    await t.app.pool.query(
      `insert into site (site_code, site_name, entity_id, mn, device_type_id) values ('full', 'full', $1, 'full', 1)`,
      [id],
    );
    const body = await entities.send('DELETE', `/${id}`);
    expect(body).toEqual({ code: 601, msg: errorText('entity.has_sites', { name: '满', count: 1 }) });
  });

  it('with fog cannons cannot be deleted', async () => {
    const id = await add({ entityCode: 'fog', entityName: '雾' });
    await t.app.pool.query(
      `insert into fog_cannon (cannon_name, entity_id) values ('entity 1', $1), ('entity 2', $1)`,
      [id],
    );
    const body = await entities.send('DELETE', `/${id}`);
    expect(body).toEqual({ code: 601, msg: errorText('entity.has_cannons', { name: '雾', count: 2 }) });
    await t.app.pool.query('delete from fog_cannon where entity_id = $1', [id]);
    expect((await entities.send('DELETE', `/${id}`)).code).toBe(200);
  });

  it('has an attachment that is readable within the data scope only', async () => {
    await addPerson(t, 'owner', [{ permissions: ['site:entity:add'], dataScope: '1' }], 110);
    const owner = await t.login('owner', personPassword);
    const upload = wrapFile(Buffer.from('a note'), 'file', 'note.txt');
    const kept = (await t.send('POST', '/common/upload?purpose=attachment', { token: owner, ...upload }))
      .body;
    const file = String(kept['id']);
    const json = { ...plain, entityCode: 'att', deptId: 110, file };
    expect((await t.send('POST', '/site/entity', { token: owner, json })).body.code).toBe(200);
    const [row] = await entities.list('?entityCode=att');
    expect(row).toMatchObject({ file, fileName: 'note.txt' });
    await addPerson(t, 'near', [{ permissions: ['site:entity:query'], dataScope: '3' }], 110);
    await addPerson(t, 'far', [{ permissions: ['site:entity:query'], dataScope: '3' }], 120);
    const read = async (name: string) =>
      (
        await t.send('GET', `/common/file/${file}`, { token: await t.login(name, personPassword) })
      ).bytes.toString();
    expect(await read('near')).toBe('a note');
    expect(await read('far')).toContain(errorText('file.not_found'));
    const other = await entities.send('POST', '', { ...plain, entityCode: 'thief', file });
    expect(other).toMatchObject({ msg: errorText('file.not_own'), field: 'file' });
    expect((await entities.send('PUT', '', { ...row, file: null })).code).toBe(200);
    expect(await read('near')).toContain(errorText('file.not_found'));
  });

  it('cannot be moved to where the caller would gain permissions over it', async () => {
    const edit = { permissions: ['site:entity:edit'], dataScope: '1' };
    const gained = { permissions: ['data:history:list', 'site:site:remove'], dataScope: '3' };
    await addPerson(t, 'mover', [edit, gained], 110);
    await addPerson(t, 'keeper', [edit, { permissions: ['system:user:list'], dataScope: '3' }], 110);
    const as = async (name: string) =>
      makeResourceClient(t, '/site/entity', await t.login(name, personPassword));
    const [mover, keeper] = [await as('mover'), await as('keeper')];
    const row = await entities.get(await add({ entityCode: 'foreign', deptId: 120 }));
    const body = await mover.send('PUT', '', { ...row, deptId: 110 });
    expect(body).toEqual({ code: 500, field: 'deptId', msg: errorText('grant.site_move') });
    expect(await entities.list('?entityCode=foreign')).toMatchObject([{ deptId: 120 }]);
    // A move without new permissions is allowed.
    expect((await mover.send('PUT', '', { ...row, deptId: 100 })).code).toBe(200);
    expect((await keeper.send('PUT', '', { ...row, deptId: 110 })).code).toBe(200);
    // Losing permissions is allowed.
    expect((await mover.send('PUT', '', { ...row, deptId: 120 })).code).toBe(200);
  });

  it('is imported from a sheet with the name of the department, row by row', async () => {
    await addPerson(t, 'clerk', [{ permissions: ['site:entity:import'], dataScope: '3' }], 110);
    const upload = await makeUpload(
      ['主体编码', '主体名称', '所属部门', '显示顺序', '与中国时差（小时）', '经度', '纬度'],
      [
        ['SH1', '一', 'department 110', 1, -1, 1, 2],
        ['SH2', '二', 'department 120', 1, null, null, null],
        ['SH3', '三', 'department 110', 1, null, 200, 2],
      ],
    );
    const clerk = await t.login('clerk', personPassword);
    const { body } = await t.send('POST', '/site/entity/importData', { token: clerk, ...upload });
    const label = 'site.entity.fields.deptId';
    expect(body['data']).toMatchObject({
      added: 1,
      failed: [
        { line: 3, reason: errorText('sheet.unknown_name', { label, name: 'department 120' }) },
        { line: 4, reason: errorText('coordinate.longitude') },
      ],
    });
    expect(await entities.list('?entityCode=SH1')).toMatchObject([
      { zone: 'Etc/GMT-7', deptId: 110, latitude: 2 },
    ]);
  });
});
