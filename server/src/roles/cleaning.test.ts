import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it, vi } from 'vitest';
import { openTestApp } from '../testing/app.ts';
import { scheduleCleaning } from './cleaning.ts';

const test = await openTestApp();

afterAll(() => test.close());

it('every ten minutes what has expired is swept out, and only until it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { app, clock } = test;
  const swept = vi.fn(async () => {});
  app.cleaners.push(swept);
  await test.login();
  const name = await app.downloads.keep(1, 'old.xlsx', Readable.from(['old']));
  const folder = join(app.config.dataDir, 'downloads');
  const stop = scheduleCleaning(app);
  const pass = async () => {
    vi.advanceTimersByTime(10 * 60_000);
    await Promise.all(app.background);
  };
  const left = async () => {
    const { rows } = await app.pool.query(
      'select (select count(*) from session) + (select count(*) from download) as n',
    );
    return [rows[0].n, (await readdir(folder)).length];
  };

  await pass();
  expect(await left()).toEqual([2, 1]);
  clock.advance(31);
  await utimes(join(folder, name.slice(0, 43)), new Date(), new Date(Date.now() - 1000));
  await pass();
  expect(await left()).toEqual([0, 0]);
  expect(swept).toHaveBeenCalledTimes(2);
  stop();
  await pass();
  expect(swept).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

it('a sweep that fails is logged and does not end the process', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const logged = vi.spyOn(test.app.log, 'error');
  test.app.cleaners.unshift(() => Promise.reject(new Error('broom broke')));
  const stop = scheduleCleaning(test.app);
  vi.advanceTimersByTime(10 * 60_000);
  await Promise.all(test.app.background);
  expect(logged).toHaveBeenCalledOnce();
  stop();
  vi.useRealTimers();
});
