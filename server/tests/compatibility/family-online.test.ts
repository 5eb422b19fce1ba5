import { afterAll, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { familyGenerations, responseRows } from './family-client.fixture.ts';

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());

it.each(familyGenerations)(
  'a $generation client lists online users without paging, and ends a session',
  async ({ generation, makeClient }) => {
    const userName = `seen ${generation}`;
    await addPerson(t, userName, []);
    const theirs = makeClient(t, await t.login(userName, personPassword));
    const client = makeClient(t, token);
    const { total, ...response } = await client.get('/monitor/online/list', {
      ipaddr: '127.0.0.1',
      userName,
    });
    const [row] = responseRows(response);
    expect([total, row]).toMatchObject([1, { userName, deptName: 'Limpid', ipaddr: '127.0.0.1' }]);
    for (const name of ['tokenId', 'browser', 'os', 'loginTime']) expect(typeof row?.[name]).toBe('string');
    expect(await client.delete(`/monitor/online/${String(row?.['tokenId'])}`)).toMatchObject({ code: 200 });
    await expect(theirs.get('/getInfo')).rejects.toThrow(translate('zh', 'errors.auth.expired'));
  },
);

it.each([
  ['with brackets, as 3.x does', 'businessTypes[0]=1&businessTypes[1]=3'],
  ['as a repeated key', 'businessTypes=1&businessTypes=3'],
  ['joined by commas', 'businessTypes=1,3'],
])('the operation log is filtered by several types, given %s', async (_, query) => {
  const json = { postCode: `code ${query}`, postName: `name ${query}`, postSort: 1 };
  await t.send('POST', '/system/post', { token, json });
  await t.send('PUT', '/system/user/changeStatus', { token, json: { userId: 1, status: '1' } });
  await Promise.all(t.app.background);
  const { body } = await t.send('GET', `/monitor/operlog/list?${query}`, { token });
  const kinds = responseRows(body).map((row) => Number(row['businessType']));
  expect(kinds).toContain(1);
  expect(kinds.filter((kind) => kind !== 1 && kind !== 3)).toEqual([]);
});
