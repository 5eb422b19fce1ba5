import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entityOf, lastDay, openLocks, readMonth } from '../../src/features/quality/lock/lock.fixture.ts';
import { recorrectValues } from '../../src/features/reading/recorrection/recorrect-values.ts';
import { addSite } from '../../src/testing/stations.ts';
import { addProposal, makeIssueClient } from './issue.fixture.ts';

let tools: Awaited<ReturnType<typeof openLocks>>;
beforeAll(async () => {
  tools = await openLocks();
});
afterAll(() => tools?.close());

it('K and B for the past reach all values of a site that moved, also if its month is unlocked meanwhile', async () => {
  const { test, send } = tools;
  const { app, ingest, services } = test;
  const siteId = await tools.addMeasured('MOVED-ISSUED');
  const [issued] = await makeIssueClient(tools, tools.admin).issue(
    [await addProposal(tools, { siteId, k: 1.5, b: 0 })],
    { since: lastDay },
  );
  expect(issued).toMatchObject({ state: 'confirmed' });
  const entityId = await entityOf(test, await addSite(test, { mn: 'MOVED-ISSUED-L' }));
  const { data: lock } = await tools.lock(entityId);
  const { data } = await send('GET', `/site/site/${siteId}`);
  expect(await send('PUT', '/site/site', { ...data, entityId })).toMatchObject({ code: 200 });
  await ingest.directory.refresh();

  // The days of the locked month have been passed over; the unlocking waits for this day, and the next one for it.
  let unlocking: Promise<unknown> | undefined;
  const unlockMeanwhile = () => {
    unlocking ??= tools.unlock(lock?.['lockId']);
    return Promise.resolve();
  };
  await recorrectValues(app, ingest.directory, unlockMeanwhile);
  expect(await unlocking).toMatchObject({ code: 200 });
  await recorrectValues(app, ingest.directory);
  while ((await services.rollUp.run(true)) > 0);
  const { readings, hours } = await readMonth(test, siteId);
  const values = readings.filter(({ ts }) => ts >= lastDay).flatMap((one) => one.values);
  expect(new Set(values)).toEqual(new Set([15, null]));
  expect(hours.find(({ ts }) => Date.parse(String(ts)) === lastDay + HOUR_MS)).toMatchObject({ a1: 15 });
  expect((await app.pool.query('select from coefficient_recheck')).rowCount).toBe(0);
});
