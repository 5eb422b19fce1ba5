import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packetKind } from '../reading/reading.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  await addDepartment(test, 960, 100, [100]);
});
afterAll(() => test.close());

function storeValue(siteId: number, ts: number): Promise<void> {
  const place = { siteId, kind: packetKind.realtime, ts, hour: floorToHour(ts, 'Asia/Shanghai') };
  return storeTestReadings(test, [{ ...place, rank: 1, slots: [1], values: [5], marks: [] }]);
}

async function addSimulated(mn: string, deptId: number): Promise<number> {
  const siteId = await addSite(test, { mn, deptId });
  await test.app.pool.query('update site set simulated = true where site_id = $1', [siteId]);
  await test.app.pool.query(`update site_entity set create_by = 'demo' where entity_code = $1`, [mn]);
  await storeValue(siteId, test.app.clock.now().getTime() - 60_000);
  return siteId;
}

const count = async (sql: string, value: unknown) => (await test.app.pool.query(sql, [value])).rows[0].n;

it('removes simulated sites of the data scope with their readings and entities, and keeps real ones', async () => {
  const [here, there] = [await addSimulated('SIM-HERE', 960), await addSimulated('SIM-THERE', 100)];
  const measured = await addSite(test, { mn: 'SIM-NOT', deptId: 960 });
  await addPerson(
    test,
    'keeper',
    [{ permissions: ['site:site:list', 'site:site:remove'], dataScope: '3' }],
    960,
  );
  const token = await test.login('keeper', personPassword);
  expect((await test.send('GET', '/site/site/simulated', { token })).body['data']).toEqual({ count: 1 });
  expect((await test.send('DELETE', '/site/site/simulated', { token })).body['data']).toEqual({ count: 1 });
  const known = 'select count(*)::int as n from site where site_id = $1';
  expect(await Promise.all([here, there, measured].map((id) => count(known, id)))).toEqual([0, 1, 1]);
  const stored = 'select count(*)::int as n from reading where site_id = $1';
  expect(await Promise.all([here, there].map((id) => count(stored, id)))).toEqual([0, 1]);
  const entities = 'select count(*)::int as n from site_entity where entity_code = $1';
  expect(
    await Promise.all(['SIM-HERE', 'SIM-THERE', 'SIM-NOT'].map((code) => count(entities, code))),
  ).toEqual([0, 1, 1]);
});

it('removes readings that arrive while their site is removed', async () => {
  const siteId = await addSimulated('SIM-BUSY', 960);
  const now = test.app.clock.now().getTime();
  const token = await test.login('keeper', personPassword);
  let isOver = false;
  const removal = test.send('DELETE', '/site/site/simulated', { token }).finally(() => (isOver = true));
  for (let turn = 1; !isOver; turn++) await storeValue(siteId, now - turn * 1000);
  expect((await removal).body['data']).toEqual({ count: 1 });
  await storeValue(siteId, now);
  await soon(() => count('select count(*)::int as n from reading where site_id = $1', siteId)).toBe(0);
});

it('needs a permission to remove simulated sites', async () => {
  await addPerson(test, 'looker', [{ permissions: ['site:site:list'] }]);
  const token = await test.login('looker', personPassword);
  expect((await test.send('DELETE', '/site/site/simulated', { token })).body).toMatchObject({ code: 403 });
});
