import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';

let test: TestApp;
let token: string;
let [park, port] = [0, 0];

beforeAll(async () => {
  test = await openTestApp();
  park = await addSite(test, { mn: 'park_100%', zone: 'Europe/Paris' });
  port = await addSite(test, { mn: 'port' });
  token = await test.login();
});
afterAll(() => test.close());

async function choose(query: string, who = token) {
  const { body } = await test.send('GET', `/data/site/choice?permission=data:trend:list&${query}`, {
    token: who,
  });
  return body;
}
const namesOf = async (query: string) => {
  const { sites } = (await choose(query))['data'] as { sites: ChosenSite[] };
  return sites.map(({ siteName }) => siteName);
};

describe('the choice of sites', () => {
  it('finds sites by name, code, MN or entity, in any case', async () => {
    expect(await namesOf('search=PARK')).toEqual(['park_100%']);
    expect(await namesOf('search=  po ')).toEqual(['port']);
    expect(await namesOf('')).toEqual(expect.arrayContaining(['park_100%', 'port']));
  });

  it('takes wildcards of SQL as plain characters', async () => {
    expect(await namesOf(`search=${encodeURIComponent('_100%')}`)).toEqual(['park_100%']);
    expect(await namesOf(`search=${encodeURIComponent('p%t')}`)).toEqual([]);
  });

  it('returns sites by id with their zones and leaves out unknown ids', async () => {
    const body = await choose(`siteIds=${port}&siteIds=${park}&siteIds=999999`);
    expect(body['data']).toMatchObject({ total: 2 });
    const { sites } = body['data'] as { sites: ChosenSite[] };
    expect(new Map(sites.map(({ siteId, zone }) => [siteId, zone]))).toEqual(
      new Map([
        [park, 'Europe/Paris'],
        [port, 'Asia/Shanghai'],
      ]),
    );
  });

  it('requires the permission of the screen, and a known screen', async () => {
    await addPerson(test, 'other', [{ permissions: ['data:history:list'] }]);
    const other = await test.login('other', personPassword);
    expect((await choose('', other)).code).toBe(403);
    const { body } = await test.send('GET', '/data/site/choice?permission=system:user:list', { token });
    expect(body.code).toBe(500);
  });
});
