import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';

const test = await openTestApp();
const token = await test.login();
afterAll(() => test.close());

it('sorts a list by the names in the language of the request', async () => {
  const { body } = await test.send(
    'GET',
    '/system/dict/type/list?lang=en_US&orderByColumn=dictName&isAsc=asc',
    { token },
  );
  const names = (body['rows'] as { dictNameEn: string }[]).map((row) => row.dictNameEn);
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
});

it.each([
  { lang: 'zh_CN', names: ['张', '阿', '李'], sorted: ['阿', '李', '张'] },
  { lang: 'fr_FR', names: ['zone', 'Été', 'eau'], sorted: ['eau', 'Été', 'zone'] },
])('sorts text by the rules of $lang', async ({ lang, names, sorted }) => {
  for (const name of names) {
    const json = { postCode: `sort-${name}`, postName: name, postSort: 1 };
    expect((await test.send('POST', '/system/post', { token, json })).body.code).toBe(200);
  }
  const path = `/system/post/list?postCode=sort-&orderByColumn=postName&isAsc=asc&lang=${lang}`;
  const { body } = await test.send('GET', path, { token });
  const found = (body['rows'] as { postName: string }[]).map(({ postName }) => postName);
  expect(found.filter((name) => names.includes(name))).toEqual(sorted);
});

it('accepts an unchanged value that its dictionary no longer contains', async () => {
  const post = { postCode: 'rest', postName: 'rest', postSort: 1, status: '1' };
  await test.send('POST', '/system/post', { token, json: post });
  const { body } = await test.send('GET', '/system/post/list?postCode=rest', { token });
  const row = (body['rows'] as Record<string, unknown>[])[0];
  await test.app.pool.query(
    "update sys_dict_data set status = '1' where dict_type = 'sys_normal_disable' and dict_value = '1'",
  );
  await test.app.dictionaries.clear();
  const kept = await test.send('PUT', '/system/post', { token, json: { ...row, postName: 'resting' } });
  expect(kept.body.code).toBe(200);
  const added = await test.send('POST', '/system/post', {
    token,
    json: { ...post, postCode: 'b', postName: 'b' },
  });
  expect(added.body['field']).toBe('status');
});
