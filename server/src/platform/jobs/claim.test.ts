import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, openTestApp, type TestApp } from '../../testing/app.ts';
import { templateName } from '../../testing/connection.ts';
import { claimRun } from './claim.ts';
import { addJob, removeJobs } from './jobs.fixture.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let tests: TestApp[];

beforeAll(async () => {
  database = await createDatabase(templateName);
  const open = () => openTestApp({}, { connection: database.connection });
  tests = [await open(), await open()];
});

afterAll(async () => {
  for (const test of tests) await test.close();
  await database.drop();
});

it('a job without concurrent runs is claimed once, however many processes try at the same moment', async () => {
  const [test] = tests;
  if (!test) throw new Error('no process');
  for (let round = 0; round < 5; round++) {
    await removeJobs(test);
    await addJob(test, 'serial', { cron: '* * * * * ?', dueIn: -30 });
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => tests.map(({ app }) => claimRun(app))).flat(),
    );
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
  }
});
