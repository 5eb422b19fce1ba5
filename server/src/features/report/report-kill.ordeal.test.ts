import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveHttp } from '../../platform/outbound/outbound.fixture.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { fullRounds, takeRounds } from '../../testing/full-rounds.ts';
import { type KillableServer, startKillableServer } from '../../testing/killable-server.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { addChannel } from '../alarm/notify/notify.fixture.ts';
import { addEntitySites, runPlans } from './report.fixture.ts';

/** Where the process is killed. */
const moments = [
  'while a report is made',
  'while a report is stored',
  'before the receiver answers',
  'at any time',
] as const;
type Moment = (typeof moments)[number];
const repeats = fullRounds ? 5 : 1;
const rounds = Array.from({ length: repeats }, () => takeRounds(moments, 3)).flat();

const siteNames = Array.from({ length: 6 }, (_, n) => `KILL-${n}`);
const longest = fullRounds ? 1_200_000 : 300_000;
let t: TestApp;
let entityId: number;

/** Identifiers and reports of the messages that the receiver got. */
const calls: { id: string; reportId: number }[] = [];
/** What happens between a call of the receiver and its answer. */
let beforeAnswer: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  t = await openTestApp();
  // The killed process reads the clock of the machine.
  t.clock.useMachineTime();
  ({ entityId } = await addEntitySites(t, siteNames));
  // The jobs of the killed process would add reports of their own.
  await t.app.pool.query(`update sys_job set status = '1'`);
});
afterAll(() => t.close());

async function serveReceiver(): Promise<number> {
  const { port } = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { reportId: number } };
    calls.push({ id: String(request.headers['webhook-id']), reportId: data.reportId });
    await beforeAnswer();
    response.end();
  });
  return port;
}

const count = async (from: string): Promise<number> =>
  (await t.app.pool.query(`select count(*)::int as n from ${from}`)).rows[0].n;

/** Lets those go on who wait for a locked table. */
let unlock = () => undefined as void;

async function lockTable(table: string): Promise<void> {
  const client = await t.app.pool.connect();
  unlock = () => {
    client.release(true);
    unlock = () => undefined;
  };
  await client.query('begin');
  await client.query(`lock table ${table} in share mode`);
}

async function reachMoment(moment: Moment): Promise<void> {
  const { promise: isCalled, resolve: noteCall } = Promise.withResolvers<void>();
  switch (moment) {
    case 'while a report is made':
      return waitUntil(async () => (await count(`report where state = 'making'`)) > 0, moment);
    case 'while a report is stored':
      await lockTable('report_file');
      return waitUntil(
        async () =>
          (await count(
            `pg_stat_activity where application_name = 'doomed' and wait_event_type = 'Lock' and query ilike '%report_file%'`,
          )) > 0,
        moment,
      );
    case 'before the receiver answers':
      beforeAnswer = () => {
        noteCall();
        return new Promise(() => undefined);
      };
      return isCalled;
    case 'at any time':
      await wait(Math.random() * 5000);
  }
}

/** Kills the process, and its statements that wait for a lock: they would be carried out without it. */
async function kill(server: KillableServer): Promise<void> {
  const killed = server.kill();
  await t.app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'`,
  );
  await killed;
}

it(
  `makes every report once and tells of each, although the process is killed ${rounds.length} times`,
  async () => {
    const port = await serveReceiver();
    const channel = await addChannel(t, {
      kind: 'webhook',
      robot_url: null,
      url: `http://127.0.0.1:${port}/`,
    });
    await t.app.pool.query(
      `with plan as (
         insert into report_plan (plan_name, template_id, period, subject, entity_id, languages, owner_id)
         values ('killed', 1, 'day', 'entitySites', $1, '[{"language": "zh"}, {"language": "en"}]', 1) returning plan_id)
       insert into report_plan_channel select plan_id, $2 from plan`,
      [entityId, channel],
    );
    await runPlans(t, 'day');
    const expected = siteNames.length * 2;
    const allow = { OUTBOUND_ALLOW: '127.0.0.1' };
    for (const moment of rounds) {
      // Enough is left to be interrupted.
      await t.app.pool.query(`update report_delivery set next_at = now() where state = 'waiting'`);
      const server = await startKillableServer(t, allow);
      try {
        await reachMoment(moment);
      } finally {
        await kill(server);
        unlock();
        beforeAnswer = () => Promise.resolve();
      }
      // How long a dead process keeps its report is tested elsewhere.
      await t.app.pool.query(`update report set heartbeat = now() - interval '2 minutes', attempts = 1
        where state = 'making'`);
      await runPlans(t, 'day');
    }
    await t.app.pool.query(`update report_delivery set next_at = now() where state = 'waiting'`);
    const last = await startKillableServer(t, allow);
    await waitUntil(async () => (await count(`report where state = 'done'`)) === expected, 'all made');
    await waitUntil(
      async () => (await count(`report_delivery where state = 'sent'`)) === expected,
      'all told',
    );
    await last.kill();

    expect(await count('report')).toBe(expected);
    expect(await count('(select distinct subject_key, language from report) one')).toBe(expected);
    expect(await count('report_document')).toBe(expected);
    expect(await count('report_file')).toBe(expected * 2);
    // A repeat of a message has its identifier, so that the receiver recognises it.
    const ids = Map.groupBy(calls, ({ reportId }) => reportId);
    expect(ids.size).toBe(expected);
    for (const some of ids.values()) expect(new Set(some.map(({ id }) => id)).size).toBe(1);
  },
  longest,
);
