import { maxRichText } from '@limpid/contract/kit/rich-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalEvent } from '../../../platform/live/bus-events.ts';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { soon } from '../../../testing/soon.ts';

interface ListedNotice {
  noticeId: number;
  noticeTitle: string;
  noticeContent: string;
  isRead: boolean;
}

let test: TestApp;
let admin: string;
let reader: string;

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
  await addPerson(test, 'reader', [{ permissions: [] }]);
  reader = await test.login('reader', personPassword);
});
afterAll(() => test.close());

const send = async (method: string, path: string, token = admin, body?: object) =>
  (await test.send(method, `/system/notice${path}`, { token, ...(body && { json: body }) })).body;

async function add(noticeTitle: string, more: object = {}): Promise<number> {
  const added = await send('POST', '', admin, {
    noticeTitle,
    noticeType: '1',
    noticeContent: '<p>x</p>',
    ...more,
  });
  expect(added).toMatchObject({ code: 200 });
  const { rows } = await send('GET', `/list?noticeTitle=${encodeURIComponent(noticeTitle)}`);
  return (rows as ListedNotice[])[0]?.noticeId ?? 0;
}

const top = async (token = reader) =>
  (await send('GET', '/listTop', token)) as unknown as { data: ListedNotice[]; unreadCount: number };

describe('a notice', () => {
  it('is sanitised before it is stored, and keeps its formatting', async () => {
    const id = await add('clean', {
      noticeContent: '<h2>Fog</h2><p onclick="x()">a<script>alert(1)</script></p>',
    });
    const { data } = await send('GET', `/${id}`);
    expect(data).toMatchObject({ noticeContent: '<h2>Fog</h2><p>a</p>', createBy: 'admin' });
    await send('PUT', '', admin, { ...(data as object), noticeContent: '<img src=x onerror=alert(1)>b' });
    expect((await send('GET', `/${id}`))['data']).toMatchObject({ noticeContent: 'b' });
  });

  it('has a title without markup, in which < and & are plain characters', async () => {
    const title = '3 < 4 & 5 > 4 <3';
    const id = await add(title);
    expect((await send('GET', `/${id}`))['data']).toMatchObject({ noticeTitle: title });
    for (const noticeTitle of ['<b>bold</b>', 'a<img src=x onerror=alert(1)', '</p>', '<!-- x', '<?php']) {
      const label = translate('zh', 'system.notice.fields.noticeTitle');
      expect(await send('POST', '', admin, { noticeTitle, noticeType: '1' })).toEqual({
        code: 500,
        field: 'noticeTitle',
        msg: translate('zh', 'errors.field.markup', { label }),
      });
    }
  });

  it('with an unreadable picture is rejected at its text', async () => {
    const broken = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(200, 7)]);
    const noticeContent = `<p><img src="data:image/png;base64,${broken.toString('base64')}"></p>`;
    const row = { noticeTitle: 'picture', noticeType: '1', noticeContent };
    expect(await send('POST', '', admin, row)).toMatchObject({ code: 500, field: 'noticeContent' });
  });

  it('is rejected at its text if it would parse to millions of elements', async () => {
    const tags = Array.from({ length: 2000 }, (_, i) => `<b a=${i}>`).join('');
    const noticeContent = `<p>${tags}${'<p>x'.repeat(2000)}`;
    expect(await send('POST', '', admin, { noticeTitle: 'bomb', noticeType: '1', noticeContent })).toEqual({
      code: 500,
      field: 'noticeContent',
      msg: translate('zh', 'errors.rich_text.too_complex'),
    });
  });

  it('is rejected if its stored form would be too long to be edited again', async () => {
    const row = { noticeTitle: 'quotes', noticeType: '1', noticeContent: '"'.repeat(20_001) };
    expect(await send('POST', '', admin, row)).toEqual({
      code: 500,
      field: 'noticeContent',
      msg: errorText('rich_text.too_long', { limit: maxRichText }),
    });
  });

  it.each([
    [{ noticeTitle: '', noticeType: '1' }, 'noticeTitle'],
    [{ noticeTitle: 'x'.repeat(51), noticeType: '1' }, 'noticeTitle'],
    [{ noticeTitle: 'x', noticeType: '9' }, 'noticeType'],
    [{ noticeTitle: 'x', noticeType: '1', noticeContent: 'x'.repeat(100_001) }, 'noticeContent'],
  ])('with an invalid field is rejected at that field (%#)', async (body, field) => {
    expect(await send('POST', '', admin, body)).toMatchObject({ code: 500, field });
  });

  it('is found by title, type, author and date', async () => {
    await add('findable', { noticeType: '2' });
    for (const query of ['noticeTitle=findab', 'noticeTitle=findable&noticeType=2&createBy=adm']) {
      const { rows } = await send('GET', `/list?${query}`);
      expect((rows as ListedNotice[]).map((row) => row.noticeTitle)).toEqual(['findable']);
    }
    expect((await send('GET', '/list?noticeTitle=findable&createBy=nobody'))['total']).toBe(0);
  });

  it('is written with the permission, and read by every user', async () => {
    const id = await add('for all');
    for (const [method, path] of [
      ['GET', '/list'],
      ['GET', `/${id}`],
      ['POST', ''],
      ['PUT', ''],
      ['DELETE', `/${id}`],
    ] as const) {
      expect((await send(method, path, reader, {})).code).toBe(403);
    }
    const { rows } = await send('GET', '/listOpen?pageSize=50', reader);
    expect((rows as ListedNotice[]).map((row) => row.noticeTitle)).toContain('for all');
  });
});

describe('the bell', () => {
  it('counts unread open notices of the user', async () => {
    await send('POST', '/markReadAll', reader);
    expect((await top()).unreadCount).toBe(0);
    const id = await add('news');
    await add('draft', { status: '1' });
    const before = await top();
    expect(before.unreadCount).toBe(1);
    expect(before.data[0]).toMatchObject({ noticeId: id, noticeTitle: 'news', isRead: false });
    expect((await send('POST', `/markRead?noticeId=${id}`, reader)).code).toBe(200);
    expect((await top()).unreadCount).toBe(0);
    expect((await top()).data[0]).toMatchObject({ isRead: true });
    expect((await top(admin)).unreadCount).toBeGreaterThan(0);
    // Repeats and unknown ids are ignored.
    expect((await send('POST', `/markRead?noticeId=${id}`, reader)).code).toBe(200);
    expect((await send('POST', '/markRead?noticeId=987654', reader)).code).toBe(200);
  });

  it('marks the given notices as read, in the format of the family', async () => {
    const ids = [await add('one'), await add('two'), await add('three')];
    await send('POST', `/markReadAll?ids=${ids[0]},${ids[1]}`, reader);
    const { data } = await top();
    expect(data.slice(0, 3).map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect((await send('POST', '/markReadAll?ids=1;drop', reader)).code).toBe(500);
  });

  it('lists the readers of a notice to its managers, within their data scope', async () => {
    const id = await add('read by two');
    for (const token of [reader, admin]) await send('POST', `/markRead?noticeId=${id}`, token);
    const list = (query: string, token = admin) =>
      send('GET', `/readUsers/list?noticeId=${id}${query}`, token);
    const all = await list('');
    expect([all['total'], (all['rows'] as { userName: string }[]).map((row) => row.userName)]).toEqual([
      2,
      ['admin', 'reader'],
    ]);
    const found = await list('&searchValue=READ&pageSize=1&pageNum=1');
    expect(found).toMatchObject({ total: 1, rows: [{ userName: 'reader', readTime: expect.any(String) }] });
    await addPerson(test, 'clerk', [{ permissions: ['system:notice:list'], dataScope: '5' }]);
    expect(await list('', await test.login('clerk', personPassword))).toMatchObject({ total: 0, rows: [] });
    expect((await list('', reader)).code).toBe(403);
  });

  it('shows phone numbers of readers only within the scope of the list of users', async () => {
    const id = await add('read with a phone');
    await addDepartment(test, 110, 100, [0, 100]);
    for (const [name, deptId, phone] of [
      ['inside', 110, '13900000001'],
      ['outside', 100, '13900000002'],
    ] as const) {
      const userId = await addPerson(test, name, [], deptId);
      await test.app.pool.query('update sys_user set phonenumber = $2 where user_id = $1', [userId, phone]);
      const token = await test.login(name, personPassword);
      await send('POST', `/markRead?noticeId=${id}`, token);
    }
    const notices = { permissions: ['system:notice:list'], dataScope: '1' };
    const phonesFor = async (name: string, roles: Parameters<typeof addPerson>[2]) => {
      await addPerson(test, name, roles, 110);
      const token = await test.login(name, personPassword);
      const { rows } = await send('GET', `/readUsers/list?noticeId=${id}`, token);
      const readers = rows as { userName: string; phonenumber: string | null }[];
      return Object.fromEntries(readers.map((row) => [row.userName, row.phonenumber]));
    };
    expect(await phonesFor('editor', [notices])).toEqual({ inside: null, outside: null });
    const users = { permissions: ['system:user:list'], dataScope: '3' };
    expect(await phonesFor('manager', [notices, users])).toEqual({ inside: '13900000001', outside: null });
  });

  it('of every browser is notified when notices change', async () => {
    const messages: unknown[] = [];
    const leave = test.app.bus.subscribe(personalEvent, (message) => messages.push(message));
    const id = await add('told');
    await send('DELETE', `/${id}`);
    await soon(() => messages).toEqual(
      [1, 2].map(() => ({ to: 'everybody', topic: 'notice', payload: null })),
    );
    leave();
  });
});
