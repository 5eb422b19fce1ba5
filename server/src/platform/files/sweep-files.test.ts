import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { uploadSample } from './files.fixture.ts';
import { attachFiles, detachFiles } from './files.ts';
import { sweepFiles } from './sweep-files.ts';

const day = 24 * 60;
let here: TestApp;
/** A second process on the same database and the same disk. */
let there: TestApp;
let token: string;

beforeAll(async () => {
  here = await openTestApp();
  there = await openTestApp({ DATA_DIR: here.app.config.dataDir }, { connection: here.connection });
});

beforeEach(async () => {
  await here.app.pool.query('delete from file');
  await rm(join(here.app.config.dataDir, 'files'), { recursive: true, force: true });
  // File times follow the machine's clock.
  for (const { clock } of [here, there]) clock.useMachineTime();
  token = await here.login();
});

afterAll(async () => {
  await there.close();
  await here.close();
});

const placeOf = (id: string) => join(here.app.config.dataDir, 'files', id.slice(0, 2), id);
const ids = async () =>
  (await here.app.pool.query('select id from file order by created_at')).rows.map(({ id }) => id);
const attach = (id: string) => attachFiles(here.app.db, [id], 'attachment', { userId: 1 });

it('unused files are removed after a day, used ones stay', async () => {
  const loose = await uploadSample(here, token, 'pdf');
  const used = await uploadSample(here, token, 'pdf');
  const released = await uploadSample(here, token, 'pdf');
  await attach(used);
  await attach(released);
  here.clock.advance(day - 1);
  await detachFiles(here.app.db, here.app.clock, [released]);
  await sweepFiles(here.app);
  expect(await ids()).toEqual([loose, used, released]);
  here.clock.advance(2);
  await sweepFiles(here.app);
  expect(await ids()).toEqual([used, released]);
  expect([loose, used, released].map((id) => existsSync(placeOf(id)))).toEqual([false, true, true]);
  here.clock.advance(day);
  await sweepFiles(here.app);
  expect(await ids()).toEqual([used]);
});

it('uploads of a process that died are removed after a day, rows and bytes', async () => {
  const id = await uploadSample(here, token, 'pdf');
  const arriving = join(here.app.config.dataDir, 'files', 'arriving');
  await here.app.pool.query('update file set sha256 = null where id = $1', [id]);
  await writeFile(join(arriving, `${id}.picture`), 'half');
  await writeFile(join(arriving, 'stray'), 'half');
  await sweepFiles(here.app);
  expect(await readdir(arriving)).toHaveLength(2);
  here.clock.advance(day + 1);
  await sweepFiles(here.app);
  expect([await readdir(arriving), await ids(), existsSync(placeOf(id))]).toEqual([[], [], false]);
});

it('bytes without a row are removed after a day, but never because the table is empty', async () => {
  const used = await uploadSample(here, token, 'pdf');
  await attach(used);
  const stray = 'ab'.repeat(24);
  await mkdir(join(placeOf(stray), '..'), { recursive: true });
  await writeFile(placeOf(stray), 'stray');
  await sweepFiles(here.app);
  expect(existsSync(placeOf(stray))).toBe(true);
  here.clock.advance(day + 1);
  await here.app.pool.query('alter table file rename to file_away');
  await here.app.pool.query('create table file (like file_away including all)');
  await sweepFiles(here.app);
  expect([stray, used].map((id) => existsSync(placeOf(id)))).toEqual([true, true]);
  await here.app.pool.query('drop table file');
  await here.app.pool.query('alter table file_away rename to file');
  await sweepFiles(here.app);
  expect([stray, used].map((id) => existsSync(placeOf(id)))).toEqual([false, true]);
});

it('a row without bytes stays while something uses it, and is removed otherwise', async () => {
  const used = await uploadSample(here, token, 'pdf');
  const loose = await uploadSample(here, token, 'pdf');
  await attach(used);
  await rm(placeOf(used));
  await rm(placeOf(loose));
  here.clock.advance(day + 1);
  await sweepFiles(here.app);
  expect(await ids()).toEqual([used]);
});

it('two processes can sweep while a third attaches files', async () => {
  const many: string[] = [];
  for (let i = 0; i < 12; i++) many.push(await uploadSample(here, token, 'txt'));
  for (const { clock } of [here, there]) clock.advance(day + 1);
  const [attached] = await Promise.allSettled([
    attach(many[11] ?? ''),
    ...[here, there, here, there].map(({ app }) => sweepFiles(app)),
  ]);
  const left = await ids();
  expect(left).toEqual(attached?.status === 'fulfilled' ? [many[11]] : []);
  expect(many.filter((id) => existsSync(placeOf(id)))).toEqual(left);
});

it('a file that one process stored is served by the other', async () => {
  const id = await uploadSample(here, token, 'pdf');
  const { bytes } = await there.send('GET', `/common/file/${id}`, { token: await there.login() });
  expect(bytes.toString()).toContain('%PDF-1.7');
});
