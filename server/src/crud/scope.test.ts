import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSheet } from '../platform/sheets/read-sheet.ts';
import type { TestApp } from '../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../testing/people.ts';
import { makeUpload } from '../testing/upload.ts';
import { gaugePermissions, insertGauges, openGaugeApp, readGaugeCodes, readGauges } from './gauge.fixture.ts';

/** 100 ─ 110 (everybody's own) ─ 111, 100 ─ 120 (chosen), and 1100 apart. One gauge in each, and an own one far away. */
const places = { root: 100, own: 110, below: 111, chosen: 120, far: 1100 };
const codes = ['root', 'own', 'below', 'chosen', 'far', 'mine', 'loose'];

interface Kind {
  title: string;
  roles: { dataScope: string; deptIds?: number[]; permissions?: string[] }[];
  /** The gauges within reach. */
  sees: string[];
  /** The departments a gauge may be added to. */
  fills: (keyof typeof places)[];
}

const everywhere: Kind['fills'] = ['root', 'own', 'below', 'chosen', 'far'];
const kinds: Kind[] = [
  { title: 'data scope 1 (everything)', roles: [{ dataScope: '1' }], sees: codes, fills: everywhere },
  {
    title: 'data scope 2 (chosen departments)',
    roles: [{ dataScope: '2', deptIds: [places.chosen] }],
    sees: ['chosen'],
    fills: ['chosen'],
  },
  { title: 'data scope 3 (own department)', roles: [{ dataScope: '3' }], sees: ['own'], fills: ['own'] },
  {
    title: 'data scope 4 (own department and below)',
    roles: [{ dataScope: '4' }],
    sees: ['own', 'below'],
    fills: ['own', 'below'],
  },
  { title: 'data scope 5 (own records)', roles: [{ dataScope: '5' }], sees: ['mine'], fills: ['own'] },
  {
    title: 'several roles together',
    roles: [{ dataScope: '2', deptIds: [places.chosen] }, { dataScope: '5' }],
    sees: ['chosen', 'mine'],
    fills: ['own', 'chosen'],
  },
  {
    title: 'a wide role that lacks the permission beside a narrow one',
    roles: [{ dataScope: '1', permissions: ['test:other:list'] }, { dataScope: '3' }],
    sees: ['own'],
    fills: ['own'],
  },
];

let test: TestApp;

beforeAll(async () => {
  test = await openGaugeApp();
  await addDepartment(test, places.own, 100, [0, 100]);
  await addDepartment(test, places.below, places.own, [0, 100, places.own]);
  await addDepartment(test, places.chosen, 100, [0, 100]);
  await addDepartment(test, places.far, 0, [0]);
});

afterAll(() => test.close());

describe.each(kinds)('$title', ({ title, roles, sees, fills }) => {
  let token: string;
  let userId: number;
  let ids: Map<string, number>;

  beforeAll(async () => {
    const given = roles.map((role) => ({ permissions: gaugePermissions, ...role }));
    userId = await addPerson(test, title, given, places.own);
    token = await test.login(title, personPassword);
  });

  beforeEach(async () => {
    await test.app.pool.query('truncate test_gauge cascade');
    const rows = Object.entries(places).map(([gaugeCode, deptId]) => ({ gaugeCode, deptId, ownerId: 1 }));
    const mine = { gaugeCode: 'mine', deptId: places.far, ownerId: userId };
    await insertGauges(test, [...rows, mine, { gaugeCode: 'loose' }]);
    ids = new Map((await stored()).map((row) => [row.gauge_code, row.gauge_id]));
  });

  const stored = async () => (await test.app.pool.query('select * from test_gauge order by gauge_id')).rows;
  const send = (method: string, path: string, json?: object) =>
    test.send(method, `/test/gauge${path}`, { token, ...(json && { json }) });
  const passing = async (work: (code: string) => Promise<{ body: { code: number } }>, of = codes) => {
    const passed: string[] = [];
    for (const code of of) if ((await work(code)).body.code === 200) passed.push(code);
    return passed;
  };

  it('lists and counts only rows in the data scope, whatever the query contains', async () => {
    for (const query of ['', '?params[dataScope]=or 1=1', '?dataScope=1&deptId=100', '?ownerId=1&userId=1']) {
      const { body } = await send('GET', `/list${query}`);
      expect(readGaugeCodes(body).sort()).toEqual([...sees].sort());
      expect(body['total']).toBe(sees.length);
    }
  });

  it('reads rows in the data scope; others do not exist for the caller', async () => {
    expect(await passing((code) => send('GET', `/${ids.get(code)}`))).toEqual(
      codes.filter((code) => sees.includes(code)),
    );
    const hidden = codes.find((code) => !sees.includes(code));
    if (!hidden) return;
    const [foreign, missing] = [await send('GET', `/${ids.get(hidden)}`), await send('GET', '/99999')];
    expect(foreign.body).toEqual(missing.body);
  });

  it('changes rows in the data scope that are sent back completely', async () => {
    const rows = await stored();
    const edit = (code: string) => {
      const row = rows.find((one) => one.gauge_code === code);
      return send('PUT', '', {
        gaugeId: row.gauge_id,
        gaugeCode: code,
        gaugeName: 'changed',
        deptId: row.dept_id,
        ownerId: row.owner_id,
      });
    };
    expect(await passing(edit)).toEqual(codes.filter((code) => sees.includes(code)));
    const changed = (await stored())
      .filter((row) => row.gauge_name === 'changed')
      .map((row) => row.gauge_code);
    expect(changed.sort()).toEqual([...sees].sort());
  });

  it('moves no row out of the data scope or into it', async () => {
    const name = sees.at(-1) ?? '';
    const at = (await stored()).find((row) => row.gauge_code === name).dept_id;
    const reached = await passing(
      (place) => {
        const deptId = places[place as keyof typeof places];
        return send('PUT', '', { gaugeId: ids.get(name), gaugeCode: name, gaugeName: name, deptId });
      },
      everywhere.filter((place) => places[place] !== at),
    );
    expect(reached).toEqual(fills.filter((place) => places[place] !== at));
    const pulled = await passing(
      (code) =>
        send('PUT', '', { gaugeId: ids.get(code), gaugeCode: code, gaugeName: code, deptId: places.own }),
      codes.filter((code) => !sees.includes(code)),
    );
    expect(pulled).toEqual([]);
  });

  it('adds rows to departments in the data scope', async () => {
    const add = (place: string) =>
      send('POST', '', {
        gaugeCode: `new-${place}`,
        gaugeName: 'new',
        deptId: places[place as keyof typeof places],
      });
    expect(await passing(add, everywhere)).toEqual(everywhere.filter((place) => fills.includes(place)));
    for (const row of (await stored()).filter((one) => one.gauge_name === 'new')) {
      expect(row).toMatchObject({ owner_id: userId, create_by: title });
    }
    expect((await send('POST', '', { gaugeCode: 'x', gaugeName: 'x', deptId: 99_999 })).body.code).not.toBe(
      200,
    );
  });

  it('adds rows to the caller’s department by default, if it is in the data scope', async () => {
    const { body } = await send('POST', '', { gaugeCode: 'bare', gaugeName: 'bare', ownerId: 1 });
    expect(body.code === 200).toBe(fills.includes('own'));
    const [row] = (await stored()).filter((one) => one.gauge_code === 'bare');
    if (row) expect(row).toMatchObject({ dept_id: places.own, owner_id: userId });
    if (row) expect(readGaugeCodes((await send('GET', '/list')).body)).toContain('bare');
  });

  it('removes rows in the data scope, and none if one of several is outside', async () => {
    const hidden = codes.find((code) => !sees.includes(code));
    const [first = ''] = sees;
    if (hidden) {
      expect((await send('DELETE', `/${ids.get(first)},${ids.get(hidden)}`)).body.code).not.toBe(200);
      expect(await stored()).toHaveLength(codes.length);
    }
    expect(await passing((code) => send('DELETE', `/${ids.get(code)}`))).toEqual(
      codes.filter((code) => sees.includes(code)),
    );
    expect((await stored()).map((row) => row.gauge_code)).toEqual(
      codes.filter((code) => !sees.includes(code)),
    );
  });

  it('exports rows in the data scope', async () => {
    const { bytes } = await send('POST', '/export?params[dataScope]=1');
    const { rows } = await readSheet(bytes);
    expect(rows.map((row) => row.cells[1]).sort()).toEqual([...sees].sort());
  });

  it('imports into departments and updates rows in the data scope', async () => {
    const fresh = everywhere.map((place) => [`new-${place}`, 'new', places[place]]);
    const old = codes.map((code) => [code, 'updated', code === 'loose' ? null : deptOf(code)]);
    const upload = await makeUpload(['gaugeCode', 'gaugeName', 'deptId'], [...fresh, ...old]);
    const { body } = await test.send('POST', '/test/gauge/importData?updateSupport=true', {
      token,
      ...upload,
    });
    const rows = await stored();
    const named = (name: string) =>
      rows.filter((row) => row.gauge_name === name).map((row) => row.gauge_code);
    expect(named('new').sort()).toEqual(fills.map((place) => `new-${place}`).sort());
    expect(named('updated').sort()).toEqual([...sees].sort());
    expect(body['data']).toMatchObject({ added: fills.length, updated: sees.length });
  });

  const deptOf = (code: string) => (code === 'mine' ? places.far : places[code as keyof typeof places]);
});

describe('different data scopes for different permissions', () => {
  it('applies each role only to its own permissions', async () => {
    await test.app.pool.query('truncate test_gauge cascade');
    const roles = [
      { permissions: ['test:gauge:list', 'test:gauge:query'], dataScope: '1' },
      { permissions: ['test:gauge:edit'], dataScope: '3' },
    ];
    await addPerson(test, 'mixed', roles, places.own);
    const token = await test.login('mixed', personPassword);
    await insertGauges(test, [
      { gaugeCode: 'a', deptId: places.own },
      { gaugeCode: 'b', deptId: places.far },
    ]);
    const { body } = await test.send('GET', '/test/gauge/list', { token });
    expect(readGaugeCodes(body)).toEqual(['a', 'b']);
    const codes: number[] = [];
    for (const row of readGauges(body)) {
      const json = { ...row, gaugeName: 'changed' };
      codes.push((await test.send('PUT', '/test/gauge', { token, json })).body.code);
    }
    expect(codes).toEqual([200, 500]);
    const [first] = readGauges(body);
    expect((await test.send('DELETE', `/test/gauge/${first?.gaugeId}`, { token })).body.code).toBe(403);
  });

  it('shows nothing to a user without a department whose scope is the own department', async () => {
    const userId = await addPerson(test, 'lost', [{ permissions: gaugePermissions, dataScope: '4' }]);
    await test.app.pool.query('update sys_user set dept_id = null where user_id = $1', [userId]);
    const token = await test.login('lost', personPassword);
    const { body } = await test.send('GET', '/test/gauge/list', { token });
    expect(body).toMatchObject({ code: 200, total: 0, rows: [] });
    const json = { gaugeCode: 'lost', gaugeName: 'lost' };
    expect((await test.send('POST', '/test/gauge', { token, json })).body.code).toBe(403);
  });
});
