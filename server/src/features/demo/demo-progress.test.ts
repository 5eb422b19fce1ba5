import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { soon } from '../../testing/soon.ts';
import { demoProgressed } from './demo-progress.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const request = async () => (await t.send('GET', '/demo/history', { token })).body['data'];
const progress = { city: 1, cities: 3, day: 12, days: 30 };

it('returns the progress of the history until it ends', async () => {
  expect(await request()).toEqual({ progress: null });
  await t.app.bus.publish(demoProgressed, { progress });
  await soon(request).toEqual({ progress });
  await t.app.bus.publish(demoProgressed, { progress: null });
  await soon(request).toEqual({ progress: null });
});

it('forgets a progress that nobody continues', async () => {
  await t.app.bus.publish(demoProgressed, { progress });
  await soon(request).toEqual({ progress });
  t.clock.advance(6);
  expect(await request()).toEqual({ progress: null });
});

it('needs the permission to see sites on the map', async () => {
  await addPerson(t, 'mapless', [{ permissions: [] }]);
  const mapless = await t.login('mapless', personPassword);
  expect((await t.send('GET', '/demo/history', { token: mapless })).body.code).toBe(403);
});
