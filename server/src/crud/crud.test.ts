import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestApp } from '../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../testing/people.ts';
import { crud } from './crud.ts';
import { gauge, insertGauges, openGaugeApp } from './gauge.fixture.ts';

let test: TestApp;
const cache = { get: vi.fn(), clear: vi.fn(async () => {}) };

beforeAll(async () => {
  test = await openGaugeApp();
  crud(
    test.app,
    { ...gauge, path: '/test/shared', cached: true },
    { table: 'testGauge', cache, offered: true },
  );
  const scoped = { table: 'testGauge', scope: { dept: 'deptId' }, offered: true };
  crud(test.app, { ...gauge, path: '/test/near' }, scoped);
});

afterAll(() => test.close());

beforeEach(() => test.app.pool.query('truncate test_gauge cascade'));

const calls: [action: string, method: string, path: string][] = [
  ['list', 'GET', '/list'],
  ['query', 'GET', '/1'],
  ['add', 'POST', ''],
  ['edit', 'PUT', ''],
  ['remove', 'DELETE', '/1'],
  ['export', 'GET', '/export'],
  ['export', 'POST', '/export'],
  ['export', 'POST', '/exportWork'],
  ['any', 'GET', '/importTemplate'],
  ['any', 'POST', '/importTemplate'],
  ['import', 'POST', '/importData'],
  ['import', 'POST', '/importWork'],
];

describe('a resource', () => {
  it('registers the endpoints of the family and our own, and no other', () => {
    const made = test.app.endpoints.filter(({ path }) => path.startsWith(gauge.path));
    const expected = calls.map(([, method, path]) => `${method} ${gauge.path}${path.replace('/1', '')}`);
    expect(made.map(({ method, path }) => `${method} ${path.replace(/\/:\w+/, '')}`).sort()).toEqual(
      expected.sort(),
    );
  });

  it.each(['list', 'query', 'add', 'edit', 'remove', 'export', 'import', 'other'])(
    'opens to the permission %s exactly what it names, and the empty template to everybody',
    async (held) => {
      await addPerson(test, `only ${held}`, [{ permissions: [`test:gauge:${held}`] }]);
      const token = await test.login(`only ${held}`, personPassword);
      for (const [action, method, path] of calls) {
        const { body } = await test.send(method, `/test/gauge${path}`, { token });
        expect([action, path, body.code === 403]).toEqual([action, path, ![held, 'any'].includes(action)]);
      }
    },
  );

  it('that is offered and scoped lists the rows in the data scope of the caller’s roles', async () => {
    const path = '/test/near';
    await addDepartment(test, 300, 100, [0, 100]);
    await insertGauges(test, [
      { gaugeCode: 'here', deptId: 300 },
      { gaugeCode: 'there', deptId: 100 },
    ]);
    await addPerson(test, 'near', [{ permissions: [], dataScope: '3' }], 300);
    const codesFor = async (token: string) =>
      (
        (await test.send('GET', `${path}/optionselect`, { token })).body['data'] as { gaugeCode: string }[]
      ).map(({ gaugeCode }) => gaugeCode);
    expect(await codesFor(await test.login('near', personPassword))).toEqual(['here']);
    expect(await codesFor(await test.login())).toEqual(['here', 'there']);
  });

  it('that is offered lists its enabled rows in order to every session', async () => {
    await insertGauges(test, [{ gaugeCode: 'b' }, { gaugeCode: 'a' }, { gaugeCode: 'off', status: '1' }]);
    await addPerson(test, 'anybody', []);
    const token = await test.login('anybody', personPassword);
    const { body } = await test.send('GET', '/test/shared/optionselect', { token });
    expect(body['data']).toMatchObject([{ gaugeCode: 'a' }, { gaugeCode: 'b' }]);
    expect((await test.send('GET', '/test/shared/optionselect')).body.code).toBe(401);
    expect((await test.send('GET', '/test/gauge/optionselect', { token })).body.code).not.toBe(200);
  });

  it.each(['refreshCache', 'clearCache'])('that is cached clears its cache on %s', async (path) => {
    cache.clear.mockClear();
    const token = await test.login();
    expect((await test.send('DELETE', `/test/shared/${path}`, { token })).body.code).toBe(200);
    expect(cache.clear).toHaveBeenCalledOnce();
    expect((await test.send('DELETE', `/test/gauge/${path}`, { token })).body.code).not.toBe(200);
  });
});
