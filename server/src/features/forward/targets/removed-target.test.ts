import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();

async function addTarget(targetName: string, deptId: number): Promise<[entityId: number, targetId: number]> {
  const { rows } = await t.app.pool.query(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, $2) returning entity_id
     )
     insert into forward_target (entity_id, target_name, protocol, address)
     select entity_id, $1, 'hj212-2017', '10.254.0.1:9000' from entity returning entity_id, target_id`,
    [targetName, deptId],
  );
  return [rows[0].entity_id, rows[0].target_id];
}

async function addTraces(targetIds: readonly number[]): Promise<void> {
  await t.app.pool.query(
    `insert into forward_reissue (kinds, site_ids, target_ids, acknowledged, total) values ('{2061}', '{}', $1, false, 1)`,
    [targetIds],
  );
  await t.app.pool.query(
    `insert into forward_log (type, business_key, handle_result, create_time, target_id)
     select 'hj212-2017', 'x', '1', limpid_now(), unnest($1::integer[])`,
    [targetIds],
  );
}

it('what was sent to a removed target stays with those who reach its entity', async () => {
  await addDepartment(t, 140, 100, [0, 100]);
  const [[nearEntity, near], [, far]] = [await addTarget('near', 140), await addTarget('far', 100)];
  for (const targetIds of [[near], [far], [near, far]]) await addTraces(targetIds);
  const permissions = ['data:reissue:list', 'log:forward:list'];
  await addPerson(t, 'near', [{ permissions, dataScope: '3' }], 140);
  const read = async (session: string, path: string, name: string) =>
    (await makeResourceClient(t, path, session).list('?pageSize=100')).map((row) => row[name]).toSorted();
  const readAll = async (session: string) => [
    await read(session, '/data/reissue', 'targetNames'),
    [...new Set(await read(session, '/log/forward', 'targetName'))],
  ];
  const session = await t.login('near', personPassword);
  const everything = [
    ['far', 'near', 'near, far'],
    ['far', 'near'],
  ];
  expect(await readAll(session)).toEqual([['near'], ['near']]);
  const removal = await t.send('DELETE', `/site/forwardTarget/${near},${far}`, { token });
  expect(removal.body).toMatchObject({ code: 200 });
  expect(await readAll(session)).toEqual([['near'], ['near']]);
  expect(await readAll(token)).toEqual(everything);
  const entries = makeResourceClient(t, '/log/forward', token);
  expect(await entries.list('?entityName=near&kind=2061')).toEqual([]);
  expect(await entries.list('?entityName=near')).toMatchObject([
    { targetName: 'near', entityName: 'near', isTargetRemoved: true },
    { isTargetRemoved: true },
  ]);

  await t.send('DELETE', `/site/entity/${nearEntity}`, { token });
  expect(await readAll(session)).toEqual([[], []]);
  expect(await readAll(token)).toEqual(everything);
});
