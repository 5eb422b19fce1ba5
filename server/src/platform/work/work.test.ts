import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fail } from '@limpid/contract/errors';
import type { WorkRow } from '@limpid/contract/work';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { soon } from '../../testing/soon.ts';
import { makeUpload } from '../../testing/upload.ts';
import type { Caller } from '../auth/caller.ts';
import { personalEvent } from '../live/bus-events.ts';
import { translate } from '../texts.ts';
import type { WorkControl, WorkResult } from './work.ts';

let test: TestApp;
let token: string;
let admin: Caller;
let stranger: string;

beforeAll(async () => {
  test = await openTestApp();
  token = await test.login();
  admin = { userId: 1 } as Caller;
  await addPerson(test, 'lin', [{ permissions: ['system:post:import'] }]);
  stranger = await test.login('lin', personPassword);
});
afterAll(() => test.close());

const start = (run: (control: WorkControl) => Promise<WorkResult>) =>
  test.app.work.start({ caller: admin, language: 'fr', title: 'Essai', run });
const send = async (method: string, path: string, who = token) =>
  (await test.send(method, `/common/work/${path}`, { token: who })).body;
const read = async (id: string) => (await send('GET', id))['data'] as WorkRow;
async function ended(id: string): Promise<WorkRow> {
  await soon(async () => (await read(id)).state).not.toBe('running');
  return read(id);
}
const kept = async () => (await readdir(join(test.app.config.dataDir, 'work'))).length;

describe('background work', () => {
  it('notifies its owner of the progress and the outcome', async () => {
    const heard: unknown[] = [];
    const leave = test.app.bus.subscribe(personalEvent, (message) => heard.push(message));
    const id = await start(async ({ report }) => {
      report(3, 10);
      await soon(() => heard).not.toEqual([]);
      return {};
    });
    await ended(id);
    await soon(() => heard.at(-1)).toEqual({
      to: 1,
      topic: 'work',
      payload: { id, state: 'done', done: 3, total: 10 },
    });
    expect(heard[0]).toMatchObject({ payload: { id, state: 'running', done: 3, total: 10 } });
    leave();
  });

  it('responds at once, reports its progress, and keeps its result', async () => {
    let goOn = () => {};
    const gate = new Promise<void>((open) => (goOn = open));
    const id = await start(async ({ report }) => {
      report(3, 10);
      await gate;
      report(10, 10);
      return { report: { added: 10 } };
    });
    await soon(() => read(id)).toMatchObject({ state: 'running', done: 3, total: 10 });
    goOn();
    expect(await ended(id)).toMatchObject({
      title: 'Essai',
      state: 'done',
      done: 10,
      report: { added: 10 },
      problem: null,
    });
    const listed = (await send('GET', 'list'))['data'] as WorkRow[];
    expect(listed[0]?.id).toBe(id);
  });

  it('keeps a file that its owner can fetch repeatedly', async () => {
    const id = await start(async () => ({ file: { name: 'été.xlsx', body: Readable.from(['content']) } }));
    expect(await ended(id)).toMatchObject({ state: 'done', fileName: 'été.xlsx' });
    for (let times = 0; times < 2; times++) {
      const response = await test.send('GET', `/common/work/${id}/file`, { token });
      expect(response.bytes.toString()).toBe('content');
      expect(response.headers['content-disposition']).toContain(encodeURIComponent('été.xlsx'));
    }
  });

  it('is not accessible to others', async () => {
    const id = await start(async () => ({ file: { name: 'x', body: Readable.from(['secret']) } }));
    await ended(id);
    const gone = translate('zh', 'errors.row.gone');
    expect((await send('GET', 'list', stranger))['data']).toEqual([]);
    expect((await send('GET', id, stranger)).msg).toBe(gone);
    expect((await send('DELETE', id, stranger)).msg).toBe(gone);
    expect((await send('GET', `${id}/file`, stranger)).msg).toBe(translate('zh', 'errors.file.gone'));
    expect((await send('GET', '../../../etc/passwd')).code).not.toBe(200);
  });

  it('reports why it failed, in the language in which it was started', async () => {
    const id = await start(async () => fail('sheet.empty'));
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      problem: translate('fr', 'errors.sheet.empty'),
    });
    const broken = await start(async () => {
      throw new Error('select * from secrets');
    });
    expect((await ended(broken)).problem).toBe(translate('fr', 'errors.system.unknown'));
  });

  it('is stopped by its owner, in whichever process it runs', async () => {
    const other = await openTestApp({}, { connection: test.connection });
    const id = await other.app.work.start({
      caller: admin,
      language: 'zh',
      title: 'x',
      run: ({ signal }) =>
        new Promise((_, stopped) => signal.addEventListener('abort', () => stopped(signal.reason))),
    });
    expect((await send('DELETE', id)).code).toBe(200);
    expect((await ended(id)).state).toBe('cancelled');
    await soon(() => other.app.background.size).toBe(0);
    await other.close();
    expect((await send('DELETE', id)).code).toBe(200);
    expect((await send('GET', id)).code).toBe(500);
  });

  it('leaves nothing of a file that was stopped half-way', async () => {
    const before = await kept();
    const endless = async function* () {
      for (;;) {
        yield 'x'.repeat(1000);
        await new Promise((next) => setTimeout(next, 5));
      }
    };
    const id = await start(async () => ({ file: { name: 'x', body: Readable.from(endless()) } }));
    await soon(kept).toBe(before + 1);
    await send('DELETE', id);
    await soon(kept).toBe(before);
  });

  it('is limited in number per user', async () => {
    const endless = ({ signal }: WorkControl) =>
      new Promise<WorkResult>((_, stopped) => signal.addEventListener('abort', stopped));
    const ids = [await start(endless), await start(endless), await start(endless)];
    await expect(start(endless)).rejects.toMatchObject({ key: 'work.too_many' });
    for (const id of ids) await send('DELETE', id);
  });

  it('is marked as failed a minute after it lost its process, and removed after a day', async () => {
    const insert = `insert into work (id, user_id, title, language, state, created_at, heartbeat_at)
      values ($1, 1, 'x', 'fr', $2, $3, $3)`;
    const minutesAgo = (minutes: number) => new Date(test.app.clock.now().getTime() - minutes * 60_000);
    await test.app.pool.query(insert, ['lost000000000000000000', 'running', minutesAgo(2)]);
    await test.app.pool.query(insert, ['old0000000000000000000', 'done', minutesAgo(24 * 60 + 1)]);
    const listed = (await send('GET', 'list'))['data'] as WorkRow[];
    expect(listed.find(({ id }) => id.startsWith('lost'))).toMatchObject({
      state: 'failed',
      problem: translate('fr', 'server.work.interrupted'),
    });
    expect(listed.some(({ id }) => id.startsWith('old'))).toBe(false);
  });
});

describe('a resource', () => {
  it('is exported as work', async () => {
    const { body } = await test.send('POST', '/system/post/exportWork?lang=fr_FR', { token });
    const found = await ended((body['data'] as { id: string }).id);
    expect(found).toMatchObject({ state: 'done', title: 'Export – Postes', fileName: 'Postes.xlsx' });
    const { bytes } = await test.send('GET', `/common/work/${found.id}/file`, { token });
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('is imported as work, with the same report', async () => {
    const header = ['postCode', 'postName', 'postSort'].map((field) =>
      translate('zh', `system.post.fields.${field}`),
    );
    const upload = await makeUpload(header, [
      ['work-1', 'work-1', 1],
      ['work-1', 'again', 1],
    ]);
    const { body } = await test.send('POST', '/system/post/importWork', { token, ...upload });
    const found = await ended((body['data'] as { id: string }).id);
    expect(found).toMatchObject({ state: 'done', done: 2, total: 2, report: { added: 1, updated: 0 } });
  });

  it('requires the same permission', async () => {
    const { body } = await test.send('POST', '/system/post/exportWork', { token: stranger });
    expect(body.code).toBe(403);
  });
});
