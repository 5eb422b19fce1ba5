import { HOUR_MS } from '@limpid/contract/durations';
import type { ForwardMinutes } from '@limpid/contract/forward/target-page';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { testMinute } from '../../../testing/clock.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { forwardTargetsEdited } from '../forward-changed.ts';

const port = 18_099;
const t = await openTestApp({ PORT: String(port) });
afterAll(() => t.close());
const token = await t.login();
// As if a process were forwarding.
await t.app.pool.query(
  `insert into lease (name, owner, fence, expires_at) values ('forward', gen_random_uuid(), 1, 'infinity')`,
);
const targets = makeResourceClient(t, '/site/forwardTarget', token);
const entities = makeResourceClient(t, '/site/entity', token);

let count = 0;

async function addEntity(given: Record<string, unknown> = {}): Promise<number> {
  const entityCode = `F${++count}`;
  const json = { entityCode, entityName: `主体${count}`, deptId: 100, orderNum: 1, ...given };
  return entities.add(json, ['entityCode', 'entityId']);
}

async function addSite(entityId: number, name: string): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into site (site_code, site_name, entity_id, mn, device_type_id) values ($1, $1, $2, $1, 1)
     returning site_id`,
    [name, entityId],
  );
  return rows[0].site_id;
}

const facts = { targetName: '省平台', protocol: 'hj212-2017' };

async function addTarget(entityId: number, given: Record<string, unknown>): Promise<number> {
  const json = { ...facts, entityId, ...given };
  const body = await targets.send('POST', '', json);
  if (body.code !== 200) throw new Error(body.msg);
  const { rows } = await t.app.pool.query(
    'select target_id from forward_target where entity_id = $1 and address = $2',
    [entityId, given['address']],
  );
  return rows[0].target_id;
}

const shortForm = async (entityId: number) => {
  const { forwardProtocol, forwardAddress, forwardState } = await entities.get(entityId);
  return { forwardProtocol, forwardAddress, forwardState };
};
const addresses = async (entityId: number) => {
  const { rows } = await t.app.pool.query(
    'select target_name, protocol, address, status from forward_target where entity_id = $1 order by target_id',
    [entityId],
  );
  return rows;
};

describe('a forwarding target', () => {
  it('has defaults, keeps its secrets to itself, and is announced to delivery', async () => {
    let announced = 0;
    const leave = t.app.bus.subscribe(forwardTargetsEdited, () => void announced++);
    const given = {
      address: ' up.example:9000 ',
      password: '123456',
      protocol: 'hj212-2025',
      sm4Key: '0123456789abcdef0123456789ABCDEF',
    };
    await targets.send('POST', '', { ...facts, ...given, entityId: await addEntity() });
    leave();
    const [row] = await targets.list('?address=up.example');
    expect(row).toMatchObject({
      targetName: '省平台',
      address: 'up.example:9000',
      status: '0',
      state: 'off',
      password: true,
      sm4Key: true,
      sendsRealtime: true,
      allSites: true,
      zone: 'Asia/Shanghai',
      unsent: 0,
      sites: [],
    });
    expect(announced).toBe(1);
    const { rows } = await t.app.pool.query(
      'select password, sm4_key from forward_target where target_id = $1',
      [row?.['targetId']],
    );
    expect(JSON.stringify(rows)).not.toMatch(/123456|0123456789/);
    expect((await targets.send('PUT', '', row)).code).toBe(200);
    expect(await targets.get(Number(row?.['targetId']))).toMatchObject({ password: true, sm4Key: true });
  });

  it.each([
    ['entity.forward_address', 'address', { address: 'nowhere' }, { address: 'nowhere' }],
    ['entity.forward_address', 'address', { address: 'a.example:70000' }, { address: 'a.example:70000' }],
    ['entity.forward_address', 'address', { address: 'a.example:1#:2' }, { address: ':2' }],
    ['forward.several_addresses', 'address', { address: 'a.example:1#b.example:2' }, {}],
    [
      'entity.forward_web',
      'address',
      { protocol: 'json', address: 'http://a.example/' },
      { address: 'http://a.example/' },
    ],
    [
      'field.required',
      'topic',
      { protocol: 'mqtt', address: 'a.example:1883' },
      { label: 'forward.target.fields.topic' },
    ],
    [
      'forward.topic',
      'topic',
      { protocol: 'mqtt', address: 'a.example:1883', topic: 'a/#' },
      { label: 'forward.target.fields.topic' },
    ],
    ['forward.loop', 'address', { address: `127.0.0.1:${port}` }, { address: `127.0.0.1:${port}` }],
    ['forward.loop', 'address', { address: `[::1]:${port}` }, { address: `[::1]:${port}` }],
    [
      'forward.loop',
      'address',
      { protocol: 'json', address: `https://127.0.0.1:${port}/x` },
      { address: `https://127.0.0.1:${port}/x` },
    ],
    ['forward.forbidden', 'address', { address: '127.0.0.1:9' }, { address: '127.0.0.1:9' }],
    ['forward.forbidden', 'address', { address: '169.254.169.254:80' }, { address: '169.254.169.254:80' }],
    ['entity.zone', 'zone', { zone: 'Europe/Pariss' }, { zone: 'Europe/Pariss' }],
    ['forward.channel', 'factors', { factors: [{ channelCode: 'nothing' }] }, { code: 'nothing' }],
    [
      'forward.channel_twice',
      'factors',
      { factors: [{ channelCode: 'PM2.5' }, { channelCode: 'PM2.5' }] },
      { code: 'PM2.5' },
    ],
    [
      'forward.code_twice',
      'factors',
      {
        factors: [
          { channelCode: 'PM2.5', code: 'x' },
          { channelCode: 'PM10', code: 'X' },
        ],
      },
      { code: 'x' },
    ],
    [
      'forward.unit',
      'factors',
      { factors: [{ channelCode: 'PM2.5', unit: 'ppb' }] },
      { code: 'PM2.5', unit: 'ppb' },
    ],
    ['forward.sites_needed', 'sites', { allSites: false }, {}],
    ['forward.site', 'sites', { sites: [{ siteId: 99_999 }] }, { id: 99_999 }],
    ['forward.sm4_protocol', 'sm4Key', { sm4Key: '0123456789abcdef0123456789abcdef' }, {}],
    ['forward.password', 'password', { password: 'a;b' }, { label: 'forward.target.fields.password' }],
    [
      'field.required',
      'headerName',
      { protocol: 'json', address: 'https://a.example/', headerValue: 'x' },
      { label: 'forward.target.fields.headerName' },
    ],
    [
      'reference.certificate',
      'caCertificate',
      { caCertificate: 'none' },
      { label: 'forward.target.fields.caCertificate' },
    ],
    [
      'forward.kinds',
      'sendsRealtime',
      { sendsRealtime: false, sendsMinutes: false, sendsHours: false, sendsDays: false },
      {},
    ],
  ])(
    'is refused with %s beside %s: %j',
    async (error, field, given, params: Record<string, string | number>) => {
      const entityId = await addEntity();
      const body = await targets.send('POST', '', { ...facts, address: 'ok.example:1', entityId, ...given });
      expect(body).toMatchObject({ code: 500, msg: errorText(error, params), field });
      expect(await addresses(entityId)).toEqual([]);
    },
  );

  it('sends each site once, and under an MN that no other site has at the receiver', async () => {
    const entityId = await addEntity();
    const [one, other] = [await addSite(entityId, 'MNA'), await addSite(entityId, 'MNB')];
    const elsewhere = await addSite(await addEntity(), 'MNC');
    const refuse = async (sites: object[], allSites = false) =>
      (await targets.send('POST', '', { ...facts, address: 'a.example:1', entityId, sites, allSites })).msg;
    expect(await refuse([{ siteId: elsewhere }])).toBe(errorText('forward.site', { id: elsewhere }));
    expect(await refuse([{ siteId: one }, { siteId: one }])).toBe(
      errorText('forward.site_twice', { name: 'MNA' }),
    );
    expect(
      await refuse([
        { siteId: one, mn: 'X' },
        { siteId: other, mn: 'x' },
      ]),
    ).toBe(errorText('forward.mn_twice', { mn: 'X' }));
    // The other site is sent under its own MN as well.
    expect(await refuse([{ siteId: one, mn: 'MNB' }], true)).toBe(
      errorText('forward.mn_twice', { mn: 'MNB' }),
    );
    const id = await addTarget(entityId, {
      address: 'a.example:1',
      sites: [{ siteId: one, mn: 'MNB' }],
      allSites: false,
    });
    const lanes = await t.send('GET', `/site/forwardTarget/lanes/${id}`, { token });
    expect(lanes.body['data']).toEqual([
      {
        siteId: one,
        siteName: 'MNA',
        mn: 'MNB',
        isMnShared: false,
        sentUntil: null,
        gaps: 0,
        oldestGap: null,
        skipped: [],
        skippedPeriods: 0,
      },
    ]);
  });

  it('is one of eight at most, each with an address of its own', async () => {
    const entityId = await addEntity({
      forwardAddress: Array.from({ length: 7 }, (_, index) => `h.example:${index + 1}`).join('#'),
    });
    const add = (address: string) => targets.send('POST', '', { ...facts, entityId, address });
    expect((await add('H.example:1')).msg).toBe(
      errorText('entity.forward_twice', { address: 'H.example:1' }),
    );
    expect((await add('h.example:8')).code).toBe(200);
    expect((await add('h.example:9')).msg).toBe(errorText('entity.forward_many', { limit: 8 }));
    const row = await entities.get(entityId);
    const change = { ...row, forwardAddress: `${String(row['forwardAddress'])}#h.example:9` };
    expect((await entities.send('PUT', '', change)).msg).toBe(errorText('entity.forward_many', { limit: 8 }));
  });

  it('forgets its secrets when it moves to another receiver', async () => {
    const id = await addTarget(await addEntity(), { address: 'a.example:1', password: '123456' });
    await targets.send('PUT', '', { ...(await targets.get(id)), targetName: 'renamed' });
    expect(await targets.get(id)).toMatchObject({ targetName: 'renamed', password: true });
    await targets.send('PUT', '', { ...(await targets.get(id)), address: 'thief.example:1' });
    expect(await targets.get(id)).toMatchObject({ address: 'thief.example:1', password: false });
  });

  it('is paused although it leads nowhere, and resumed only when it is right', async () => {
    const entityId = await addEntity();
    const id = await addTarget(entityId, { address: 'a.example:1' });
    await t.app.pool.query(
      `update forward_target set state = 'failing', fail_count = 3, address = '127.0.0.1:9' where target_id = $1`,
      [id],
    );
    const change = (status: string) => targets.send('PUT', '/changeStatus', { targetId: id, status });
    expect(await entities.get(entityId)).toMatchObject({ forwardState: 'failing', forwardFailCount: 3 });
    expect((await change('1')).code).toBe(200);
    expect(await targets.get(id)).toMatchObject({ state: 'paused', status: '1' });
    expect(await entities.get(entityId)).toMatchObject({ forwardState: 'paused' });
    expect((await change('0')).msg).toBe(errorText('forward.forbidden', { address: '127.0.0.1:9' }));
    expect((await entities.list('?forwardState=paused')).map((row) => row['entityId'])).toContain(entityId);
  });

  it('is shown in the row of its entity: the worst of all, failures together and the oldest unsent', async () => {
    const entityId = await addEntity();
    expect(await entities.get(entityId)).toMatchObject({ forwardTargetCount: 0, forwardLag: null });
    const write = async (address: string, values: string) =>
      t.app.pool.query(`update forward_target set ${values} where target_id = $1`, [
        await addTarget(entityId, { address }),
      ]);
    const ago = (minutes: number) => `limpid_now() - interval '${minutes} minutes'`;
    await write('a.example:1', `state = 'normal', last_success_at = ${ago(0)}, oldest_unsent = ${ago(90)}`);
    await write('b.example:1', `state = 'failing', fail_count = 3, last_success_at = ${ago(30)}`);
    await write('c.example:1', `state = 'failing', fail_count = 4, last_success_at = ${ago(60)}`);
    expect(await targets.list('?address=b.example')).toMatchObject([{ lag: null, problemKind: null }]);
    const row = await entities.get(entityId);
    expect(row).toMatchObject({
      forwardState: 'failing',
      forwardFailCount: 7,
      forwardTargetCount: 3,
      forwardTargetId: (await targets.list('?address=c.example'))[0]?.['targetId'],
    });
    expect(row['forwardLag']).toBeGreaterThanOrEqual(90 * 60);
    const states = (await entities.list('?orderByColumn=forwardState&isAsc=asc&pageSize=100')).map(
      (one) => one['forwardState'],
    );
    expect(states.lastIndexOf('failing')).toBeLessThan(states.indexOf('off'));
    expect(states[0]).toBe('failing');
  });

  it('shows what was sent, minute by minute', async () => {
    const id = await addTarget(await addEntity(), { address: 'a.example:1' });
    const minute = testMinute;
    await t.app.pool.query(
      `insert into forward_minute (target_id, minute, sent, failed, delay)
       values ($1, $2, 5, 1, 7), ($1, $2::timestamptz - interval '7 hours', 9, 0, 1)`,
      [id, new Date(minute)],
    );
    const read = async (query: string) =>
      (await t.send('GET', `/site/forwardTarget/minutes/${id}${query}`, { token })).body['data'];
    const sixHours = await read('');
    const { from, to } = sixHours as ForwardMinutes;
    expect(to - from).toBe(6 * HOUR_MS);
    expect(sixHours).toEqual({
      from,
      to,
      minutes: [{ ts: minute, sent: 5, failed: 1, delay: 7 }],
    });
    expect(await read('?hours=8')).toMatchObject({ minutes: [{ sent: 9 }, { sent: 5 }] });
  });
});

describe('the addresses of an entity', () => {
  it('become targets, whose settings stay when an address is added or removed beside them', async () => {
    const entityId = await addEntity({ forwardAddress: 'a.example:1#b.example:2' });
    const first = { target_name: 'a.example:1', protocol: 'hj212-2017', address: 'a.example:1', status: '0' };
    expect(await addresses(entityId)).toMatchObject([first, { address: 'b.example:2' }]);
    const [target] = await targets.list(`?entityId=${entityId}`);
    await targets.send('PUT', '', { ...target, targetName: '省', minGapMs: 3000 });
    await entities.send('PUT', '', {
      ...(await entities.get(entityId)),
      forwardAddress: 'c.example:3#A.example:1',
    });
    expect(await addresses(entityId)).toMatchObject([{ target_name: '省' }, { target_name: 'c.example:3' }]);
    expect((await targets.list(`?entityId=${entityId}`))[0]).toMatchObject({ minGapMs: 3000 });
    await entities.send('PUT', '', { ...(await entities.get(entityId)), forwardAddress: '' });
    expect(await addresses(entityId)).toEqual([]);
  });

  it('follow the targets; those of JSON do not stand beside those of HJ 212', async () => {
    const entityId = await addEntity();
    expect(await shortForm(entityId)).toMatchObject({ forwardAddress: null, forwardState: 'off' });
    const first = await addTarget(entityId, { address: 'a.example:1', protocol: 'hj212-2005' });
    await addTarget(entityId, { address: 'b.example:1' });
    await addTarget(entityId, { address: 'https://c.example/in', protocol: 'json' });
    expect(await shortForm(entityId)).toMatchObject({
      forwardProtocol: 'hj212-2005',
      forwardAddress: 'a.example:1#b.example:1',
    });
    // A row that is sent back as it is changes no target.
    await entities.send('PUT', '', await entities.get(entityId));
    expect(await addresses(entityId)).toHaveLength(3);
    await targets.send('DELETE', `/${first}`);
    expect(await shortForm(entityId)).toMatchObject({
      forwardProtocol: 'hj212-2017',
      forwardAddress: 'b.example:1',
    });
  });

  it.each([
    ['forward.loop', { forwardAddress: `a.example:1#127.0.0.1:${port}` }, { address: `127.0.0.1:${port}` }],
    ['forward.forbidden', { forwardAddress: '169.254.169.254:80' }, { address: '169.254.169.254:80' }],
    ['forward.topic_needed', { forwardProtocol: 'mqtt', forwardAddress: 'a.example:1883' }, {}],
  ])('are refused with %s', async (error, given, params: Record<string, string>) => {
    const json = { entityCode: 'refused', entityName: 'x', deptId: 100, orderNum: 1, ...given };
    expect(await entities.send('POST', '', json)).toMatchObject({ code: 500, msg: errorText(error, params) });
  });
});

describe('the forwarding log', () => {
  it('shows and clears attempts of the targets within the data scope, and those without a target', async () => {
    await addDepartment(t, 130, 100, [0, 100]);
    const [near, far] = [
      await addTarget(await addEntity({ deptId: 130 }), { address: 'a.example:1', targetName: 'near' }),
      await addTarget(await addEntity(), { address: 'a.example:1', targetName: 'far' }),
    ];
    for (const id of [near, far, null])
      await t.app.pool.query(
        `insert into forward_log (type, business_key, handle_result, create_time, target_id)
         values ('hj212-2017', 'x', '1', limpid_now() - interval '1 minute', $1)`,
        [id],
      );
    await addPerson(
      t,
      'forwarder',
      [{ permissions: ['log:forward:list', 'log:forward:remove'], dataScope: '3' }],
      130,
    );
    const own = makeResourceClient(t, '/log/forward', await t.login('forwarder', personPassword));
    const names = async (client: typeof own, query = '') =>
      (await client.list(query)).map((row) => row['targetName']).toSorted();
    expect(await names(own)).toEqual(['near', null]);
    expect(await names(makeResourceClient(t, '/log/forward', token), '?targetName=far')).toEqual(['far']);
    expect((await own.send('DELETE', '/clean')).code).toBe(200);
    expect(await names(makeResourceClient(t, '/log/forward', token))).toEqual(['far']);
  });
});
