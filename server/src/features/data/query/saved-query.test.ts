import type { SavedQuery } from '@limpid/contract/data/saved-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';

let test: TestApp;
const tokens: Record<string, string> = {};
let [own, below, beside] = [0, 0, 0];

const screen = 'analysis:rose:list';

beforeAll(async () => {
  test = await openTestApp();
  await addDepartment(test, 110, 100, [0, 100]);
  await addDepartment(test, 111, 110, [0, 100, 110]);
  await addDepartment(test, 120, 100, [0, 100]);
  own = await addSite(test, { mn: 'own', deptId: 110 });
  below = await addSite(test, { mn: 'below', deptId: 111 });
  beside = await addSite(test, { mn: 'beside', deptId: 120 });
  const role = { permissions: [screen] };
  await addPerson(test, 'lead', [{ ...role, dataScope: '1' }], 110);
  await addPerson(test, 'colleague', [{ ...role, dataScope: '3' }], 110);
  await addPerson(test, 'neighbour', [{ ...role, dataScope: '1' }], 120);
  await addPerson(test, 'visitor', [{ permissions: [] }], 110);
  for (const name of ['lead', 'colleague', 'neighbour', 'visitor'])
    tokens[name] = await test.login(name, personPassword);
});
afterAll(() => test.close());

const tokenOf = (name: string) => tokens[name] ?? '';

async function list(name: string): Promise<SavedQuery[]> {
  const { body } = await test.send('GET', `/data/query/list?permission=${screen}`, { token: tokenOf(name) });
  return body['data'] as SavedQuery[];
}

async function save(name: string, query: Partial<SavedQuery>) {
  const json = { queryName: 'dust', shared: true, siteIds: [own, below, beside], address: '', ...query };
  return (await test.send('POST', '/data/query', { token: tokenOf(name), json })).body;
}

const remove = async (name: string, queryId: number) =>
  (await test.send('DELETE', `/data/query/${queryId}`, { token: tokenOf(name) })).body.code;

describe('saved queries', () => {
  it('are shared with the department, without and with a count of sites outside the reader’s scope', async () => {
    expect((await save('lead', { address: 'period=last30Days' })).code).toBe(200);
    expect(await list('lead')).toMatchObject([
      {
        queryName: 'dust',
        own: true,
        siteIds: [own, below, beside],
        leftOut: 0,
        address: 'period=last30Days',
      },
    ]);
    expect(await list('colleague')).toMatchObject([
      { queryName: 'dust', own: false, ownerName: 'lead', siteIds: [own], leftOut: 2 },
    ]);
    expect(await list('neighbour')).toEqual([]);
  });

  it('are private unless they are shared, and one of the same name is replaced', async () => {
    await save('lead', { shared: false, siteIds: [beside, own] });
    expect(await list('colleague')).toEqual([]);
    expect(await list('lead')).toMatchObject([{ siteIds: [beside, own], shared: false }]);
  });

  it('keep the choices of their screen, and neither sites nor malformed parts in the address', async () => {
    const address = 'period=today&layout=multiples&sites=99&%3Cscript%3E=1&hide=&by=entity';
    await save('lead', { queryName: 'view', address });
    const view = (await list('lead')).find(({ queryName }) => queryName === 'view');
    expect(view?.address).toBe('period=today&layout=multiples&by=entity');
  });

  it('leave out and count a site that was removed since', async () => {
    const gone = await addSite(test, { mn: 'gone', deptId: 110 });
    await save('lead', { queryName: 'old', siteIds: [gone, own] });
    await test.app.pool.query('delete from site where site_id = $1', [gone]);
    expect((await list('lead')).find(({ queryName }) => queryName === 'old')).toMatchObject({
      siteIds: [own],
      leftOut: 1,
    });
  });

  it('are removed by their owner only', async () => {
    await save('lead', { queryName: 'kept' });
    const { queryId = 0 } = (await list('colleague')).find(({ queryName }) => queryName === 'kept') ?? {};
    expect(await remove('colleague', queryId)).not.toBe(200);
    expect(await remove('lead', queryId)).toBe(200);
    expect((await list('colleague')).some(({ queryName }) => queryName === 'kept')).toBe(false);
  });

  it('need a name, and the permission of the screen to be listed', async () => {
    expect(await save('lead', { queryName: '  ' })).toMatchObject({ code: 500 });
    const { body } = await test.send('GET', `/data/query/list?permission=${screen}`, {
      token: tokenOf('visitor'),
    });
    expect(body.code).toBe(403);
  });

  it('are limited in number', async () => {
    await test.app.pool.query(
      `insert into saved_query (user_id, query_name, shared, site_ids, address, update_time)
       select user_id, 'query ' || n, false, '{}', '', now() from sys_user, generate_series(1, 100) n
       where user_name = 'neighbour'`,
    );
    expect(await save('neighbour', {})).toMatchObject({ code: 500 });
    expect((await save('neighbour', { queryName: 'query 7' })).code).toBe(200);
  });
});
