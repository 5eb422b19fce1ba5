import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../src/testing/people.ts';
import { addSite } from '../../src/testing/stations.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
  await addDepartment(t, 701, 100, [0, 100]);
  await addDepartment(t, 702, 100, [0, 100]);
});
afterAll(() => t.close());

/** A config of one site that is compared with another one. */
async function addConfig(name: string, siteId: number, referenceSiteId: number): Promise<void> {
  await t.app.pool.query(
    `with config as (
       insert into calibration_config (config_name, source) values ($1, 'own') returning config_id
     ), member as (
       insert into calibration_config_site (config_id, site_id) select config_id, $2 from config
     )
     insert into calibration_config_reference (config_id, site_id) select config_id, $3 from config`,
    [name, siteId, referenceSiteId],
  );
}

it('a config is within reach only of who reaches its reference sites, too', async () => {
  const own = await addSite(t, { mn: 'OWN-SITE', deptId: 701 });
  const near = await addSite(t, { mn: 'NEAR-SITE', deptId: 701 });
  const other = await addSite(t, { mn: 'OTHER-SITE', deptId: 702 });
  await addConfig('within', own, near);
  await addConfig('beyond', own, other);
  await addPerson(t, 'limited', [{ permissions: ['site:calibration:list'], dataScope: '3' }], 701);
  const namesFor = async (token: string) => {
    const { body } = await t.send('GET', '/site/calibration/list', { token });
    return (body['rows'] as { configName: string }[]).map(({ configName }) => configName).sort();
  };
  expect(await namesFor(await t.login('limited', personPassword))).toEqual(['within']);
  expect(await namesFor(await t.login())).toEqual(['beyond', 'within']);
});
