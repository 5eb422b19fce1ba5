import { afterAll, expect, it, vi } from 'vitest';
import { createDatabase, openTestApp } from '../../testing/app.ts';
import { templateName } from '../../testing/connection.ts';
import { openProxy } from '../../testing/proxy.ts';
import { soon } from '../../testing/soon.ts';
import { addJob, removeJobs, waitForRuns } from './jobs.fixture.ts';
import { startScheduler } from './scheduler.ts';

const database = await createDatabase(templateName);
const proxy = await openProxy(database.connection);
const test = await openTestApp({}, { connection: proxy.connection });
await removeJobs(test);
const scheduler = startScheduler(test.app);

afterAll(async () => {
  await scheduler.stop();
  await test.close();
  await proxy.cut();
  await database.drop();
});

it('a database outage loses neither the current run nor the following ones', async () => {
  const gate = Promise.withResolvers<void>();
  let runs = 0;
  test.app.tasks.add({
    name: 'testTask',
    method: 'note',
    texts: 'monitor.task.tasks.ryTask.ryNoParams',
    parameters: [],
    async run() {
      if (runs++ === 0) await gate.promise;
      return undefined;
    },
  });
  const jobId = await addJob(test, 'steady', { cron: '* * * * * ?', dueIn: -1 });
  await soon(() => runs).toBe(1);
  await proxy.cut();
  gate.resolve();
  const warn = vi.spyOn(test.app.log, 'warn');
  const failed = [expect.anything(), 'starting due jobs failed, retrying'] as const;
  await soon(() => warn.mock.calls).toContainEqual(failed);
  await proxy.restore();
  const rows = await waitForRuns(test, jobId, 3);
  expect(rows.map(({ status }) => status)).not.toContain('1');
});
