import { afterAll, expect, it } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { openTestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';

const test = await openTestApp();
afterAll(() => test.close());

interface Overview {
  counts: { name: string; count: number }[];
  rollUpBacklog?: object;
  versions?: object;
  databaseBytes: number;
}

async function readOverview(userName: string, password?: string): Promise<Overview> {
  const token = await test.login(userName, password);
  const { body } = await test.send('GET', '/api/v1/sys/overview', { token });
  return body['data'] as Overview;
}

async function readCounts(userName: string, password?: string): Promise<Record<string, number>> {
  const { counts } = await readOverview(userName, password);
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}

it('counts the rows of the data scope that the caller may list', async () => {
  await addDepartment(test, 201, 100, [0, 100]);
  await addPerson(test, 'near', [{ permissions: ['system:user:list'], dataScope: '3' }], 201);
  await addPerson(test, 'none', [], 201);
  expect(await readCounts('admin')).toMatchObject({ user: 3, dept: 2 });
  expect(await readCounts('near', personPassword)).toEqual({ user: 2 });
  expect(await readCounts('none', personPassword)).toEqual({});
});

it('shows size and age of the roll-up backlog with the scope "all"', async () => {
  const stations = { permissions: ['monitor:client:list'] };
  await addPerson(test, 'someStations', [{ ...stations, dataScope: '3' }], 201);
  await addPerson(test, 'allStations', [{ ...stations, dataScope: '1' }], 201);
  expect((await readOverview('allStations', personPassword)).rollUpBacklog).toEqual({
    siteHours: 0,
    isExact: true,
    ageSeconds: null,
    oldestHour: null,
  });
  await test.app.pool.query(
    `insert into dirty_hour (hour, sites, noted_at)
     values ('2026-01-05 03:00+08', '{1,2,3}', limpid_now() - interval '1 hour')`,
  );
  const { rollUpBacklog } = await readOverview('allStations', personPassword);
  expect(rollUpBacklog).toMatchObject({ siteHours: 3, isExact: true, oldestHour: '2026-01-05 03:00:00' });
  const { ageSeconds } = rollUpBacklog as { ageSeconds: number };
  expect(Math.floor(ageSeconds / 3600)).toBe(1);
  expect((await readOverview('someStations', personPassword)).rollUpBacklog).toBeUndefined();
});

it('shows versions with the permission only', async () => {
  await addPerson(test, 'keeper', [{ permissions: ['monitor:server:list'] }], 201);
  const read = (userName: string) => readOverview(userName, personPassword);
  const versions = {
    product: manifest.version,
    node: process.version,
    database: expect.stringMatching(/^\d+/),
  };
  expect(await read('keeper')).toMatchObject({ versions });
  const { databaseBytes, ...overview } = await read('none');
  expect(databaseBytes).toBeGreaterThan(0);
  expect(overview).not.toHaveProperty('versions');
  expect(JSON.stringify(overview)).not.toContain(process.version.slice(1));
});

it('reveals no version to anonymous callers and users without the permission', async () => {
  const none = await test.login('none', personPassword);
  const known = [process.version.slice(1), `"${manifest.version}"`];
  for (const [path, token] of [
    ['/api/v1/sys/info', undefined],
    ['/nothing', undefined],
    ['/captchaImage', undefined],
    ['/getInfo', none],
    ['/v3/api-docs', none],
  ] as const) {
    const { headers, bytes } = await test.send('GET', path, token ? { token } : {});
    const response = JSON.stringify(headers) + String(bytes);
    expect(known.filter((version) => response.includes(version))).toEqual([]);
    expect(headers).not.toHaveProperty('server');
  }
});
