import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { fullRounds } from '../../testing/full-rounds.ts';
import { startKillableServer } from '../../testing/killable-server.ts';
import { addSite } from '../../testing/stations.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { packetKind } from '../reading/reading.ts';
import { addRule, findTestChannel, storeValue } from './evaluation/alarm.fixture.ts';

const kills = fullRounds ? 20 : 3;
const siteCount = 10;
const longest = 300_000;
let t: TestApp;
let slot: number;
const siteIds: number[] = [];

beforeAll(async () => {
  t = await openTestApp();
  // The killed process reads the clock of the machine.
  t.clock.useMachineTime();
  const channel = findTestChannel(t, 'PM2.5');
  slot = channel.slot;
  for (let n = 0; n < siteCount; n += 1) siteIds.push(await addSite(t, { mn: `KILL${n}` }));
  const rule = { basis: 'realtime', channel_id: channel.channelId, threshold: 100, interval: 0 };
  await addRule(t, rule);
  await t.app.pool.query(`update sys_config set config_value = '60' where config_key = 'alarm.maxChanges'`);
});
afterAll(() => t.close());

/** Each site exceeds the limit once and is below it again, a second apart. */
async function exceedOnce(): Promise<void> {
  const ts = Date.now();
  for (const [value, at] of [
    [150, ts - 1000],
    [60, ts],
  ] as const)
    await Promise.all(siteIds.map((siteId) => storeValue(t, siteId, slot, at, value, packetKind.realtime)));
}

it(
  `raises and ends each alarm exactly once although its process is killed ${kills} times`,
  async () => {
    let exceeded = 0;
    for (let round = 0; round < kills; round += 1) {
      const server = await startKillableServer(t);
      const until = Date.now() + 500 + Math.random() * 1500;
      while (Date.now() < until) {
        await exceedOnce();
        exceeded += 1;
        await wait(1100);
      }
      await server.kill();
    }
    const last = await startKillableServer(t);
    const countInputs = async () =>
      (await t.app.pool.query('select count(*)::int as n from alarm_input')).rows[0].n;
    await waitUntil(async () => (await countInputs()) === 0, 'everything is evaluated', 60_000);
    const { rows } = await t.app.pool.query(
      `select site_id, count(*)::int as alarms, count(distinct raised_at)::int as moments,
         count(*) filter (where ended_at is null)::int as running,
         sum((select count(*) from alarm_event e where e.alarm_id = l.alarm_id and e.event = 'raised'))::int as raised,
         sum((select count(*) from alarm_event e where e.alarm_id = l.alarm_id and e.event = 'ended'))::int as ended
       from alarm_log l group by site_id order by site_id`,
    );
    expect(rows).toEqual(
      siteIds.map((site_id) => ({
        site_id,
        alarms: exceeded,
        moments: exceeded,
        running: 0,
        raised: exceeded,
        ended: exceeded,
      })),
    );
    await last.kill();
  },
  longest,
);
