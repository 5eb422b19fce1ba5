import { SECOND_MS } from '@limpid/contract/durations';
import { openRelayBoard, type RelayBoard } from '@limpid/simulator/relay/relay-board';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type RunningGateway, startGateway } from '../../../roles/gateway.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { describeWith } from '../../../testing/describe-with.ts';
import { takeRounds } from '../../../testing/full-rounds.ts';
import { startKillableServer } from '../../../testing/killable-server.ts';
import { startMosquitto } from '../../../testing/mosquitto.ts';
import { findPort } from '../../../testing/process.ts';
import { soon } from '../../../testing/soon.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { openTestBoard, startControl } from '../cannon.fixture.ts';
import { relayColumns, startTestRelay } from '../drivers/mqtt-relay.fixture.ts';
import { allowBusy, type DustEpisode, openDustEpisode } from './dust-episode.fixture.ts';

/** A cannon starts within this time of the third value, and another process takes over within the second one. */
const startMs = 5 * SECOND_MS;
const takeOverMs = 10 * SECOND_MS;
const jogSeconds = 6;
const longest = 300_000;
const environment = { OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_TIMEOUT: '2' };

let t: TestApp;
/** The gateway of the process that is not killed. */
let gateway: RunningGateway;
beforeAll(async () => {
  t = await openTestApp(environment);
  // The killed process reads the clock of the machine.
  t.clock.useMachineTime();
  gateway = await startGateway(t.app, t.ingest);
});
afterAll(async () => {
  await gateway.close();
  await t.close();
});
beforeEach(async () => {
  await t.app.pool.query('delete from fog_linkage_rule');
  await t.app.pool.query('delete from fog_cannon');
});

const print = (line: string) => process.stdout.write(`${line}\n`);

async function count(rows: string): Promise<number> {
  return (await t.app.pool.query(`select count(*)::int as n from ${rows}`)).rows[0].n;
}

/** Until nothing is ordered and nothing runs. */
async function settle(): Promise<void> {
  await soon(() => count(`fog_order where state in ('queued', 'sent')`)).toBe(0);
  await soon(() => count('fog_run where ended_at is null')).toBe(0);
}

interface BoardEpisode extends DustEpisode {
  board: RelayBoard;
}

async function openBoardEpisode(columns: Record<string, unknown> = {}): Promise<BoardEpisode> {
  const board = await openTestBoard();
  const relay = { isOn: () => board.coils[0] ?? false, starts: () => board.starts[0] ?? 0 };
  return { ...(await openDustEpisode(t, relay, { port: board.port, ...columns })), board };
}

async function start({ reportDust, relay }: DustEpisode, port: number): Promise<void> {
  await reportDust(port);
  await soon(relay.isOn).toBe(true);
}

const countOf = ({ cannonId }: DustEpisode, action: string, state: string) =>
  count(`fog_order where cannon_id = ${cannonId} and action = '${action}' and state = '${state}'`);

/** Where the process is killed that has the gateway and controls cannons. */
interface Moment {
  name: string;
  columns?: Record<string, unknown>;
  /** Everything up to the moment, at all cannons at once. */
  approach?(episode: BoardEpisode, port: number): Promise<void>;
  /** What must not be over when the process is killed. */
  last?(episode: BoardEpisode, port: number): Promise<void>;
  /** What the killed process has hardly begun with. */
  directlyBefore?(episode: BoardEpisode, port: number): Promise<void>;
  /** How long the relay may be closed at most; by default its minute. */
  maxRunMs?: number;
}

const moments: readonly Moment[] = [
  { name: 'before the first value' },
  { name: 'after the first value', approach: (one, port) => one.reportDust(port, 1) },
  { name: 'after the second value', approach: (one, port) => one.reportDust(port, 2) },
  { name: 'when the third value is acknowledged', directlyBefore: (one, port) => one.reportDust(port) },
  {
    name: 'before the board answers',
    async last(one, port) {
      one.board.faults = { losesAnswers: true };
      await start(one, port);
    },
  },
  { name: 'while the cannon runs', approach: start },
  {
    name: 'after the first normal value',
    async approach(one, port) {
      await start(one, port);
      await one.reportNormal(port, 1);
    },
  },
  {
    name: 'when the third normal value is acknowledged',
    approach: start,
    directlyBefore: (one, port) => one.reportNormal(port),
  },
  {
    name: 'while the cannon is switched off',
    async approach(one, port) {
      await start(one, port);
      await soon(() => countOf(one, 'on', 'done')).toBe(1);
    },
    async last(one, port) {
      one.board.faults = { losesAnswers: true };
      await one.reportNormal(port);
      await soon(() => countOf(one, 'off', 'sent')).toBe(1);
    },
  },
  {
    name: 'in a jog that the board ends',
    columns: { jog: 'Y', jog_seconds: jogSeconds, jog_timing: 'board4' },
    last: start,
    // Without any process.
    maxRunMs: jogSeconds * SECOND_MS,
  },
  {
    name: 'in a jog that the platform ends',
    columns: { jog: 'Y', jog_seconds: jogSeconds, jog_timing: 'platform' },
    last: start,
    maxRunMs: Math.max(jogSeconds * SECOND_MS, takeOverMs),
  },
];

it.each(takeRounds([1, 2, 3, 4, 5], 1))(
  `a dust episode starts a cannon once and stops it although the process is killed at any of ${moments.length} moments (round %i)`,
  async () => {
    const episodes = await Promise.all(
      moments.map(async (moment) => ({ moment, episode: await openBoardEpisode(moment.columns) })),
    );
    const measured = await openBoardEpisode();
    const port = await findPort();
    const server = await startKillableServer(t, {
      ...environment,
      ROLES: 'http,gateway,worker',
      GATEWAY_PORT: String(port),
    });
    await soon(() => count(`lease where name = 'fogcannon' and expires_at > clock_timestamp()`)).toBe(1);
    startControl(t);

    await measured.reportDust(port, 2);
    const thirdAt = performance.now();
    await start(measured, port);
    const startedMs = performance.now() - thirdAt;
    print(`third value → relay closed: ${(startedMs / 1000).toFixed(2)} s`);
    expect(startedMs).toBeLessThan(allowBusy(startMs));
    await measured.reportNormal(port);
    await soon(measured.relay.isOn).toBe(false);

    for (const phase of ['approach', 'last', 'directlyBefore'] as const)
      await Promise.all(episodes.map(async ({ moment, episode }) => moment[phase]?.(episode, port)));
    await server.kill();
    const killedAt = performance.now();
    for (const { episode } of episodes) episode.board.faults = {};

    const finish = async ({ moment, episode }: (typeof episodes)[number]) => {
      await episode.reportDust(gateway.port);
      await waitUntil(() => episode.relay.starts() > 0, `a start: ${moment.name}`);
      if (!moment.columns) await episode.reportNormal(gateway.port);
      await waitUntil(() => !episode.relay.isOn(), `a stop: ${moment.name}`);
      return moment.name === 'while the cannon runs' ? performance.now() - killedAt : 0;
    };
    const takenOverMs = Math.max(...(await Promise.all(episodes.map(finish))));
    print(`process killed → the next one has switched off: ${(takenOverMs / 1000).toFixed(2)} s`);
    expect(takenOverMs).toBeLessThan(allowBusy(takeOverMs));
    await settle();
    for (const { moment, episode } of episodes) {
      expect([episode.relay.starts(), episode.relay.isOn()], moment.name).toEqual([1, false]);
      const maxRunMs = moment.maxRunMs ?? 60 * SECOND_MS;
      expect(episode.longestRun(), moment.name).toBeLessThan(allowBusy(maxRunMs + SECOND_MS));
    }
  },
  longest,
);

async function waitForLink({ cannonId }: DustEpisode, state: 'up' | 'down'): Promise<void> {
  const rows = `fog_cannon_state where cannon_id = ${cannonId} and link_state = '${state}'`;
  await soon(() => count(rows)).toBe(1);
}

it('a relay board that loses its power starts a cannon once, and not again when the power returns', async () => {
  const [before, running] = [await openBoardEpisode(), await openBoardEpisode()];
  startControl(t);
  const { port } = gateway;
  await before.reportDust(port, 2);
  await start(running, port);
  for (const { board } of [before, running]) await board.close();
  await waitForLink(running, 'down');
  await before.reportDust(port);
  // Its order is repeated for a few seconds.
  await soon(() => count(`fog_order where cannon_id = ${before.cannonId} and attempts > 0`)).toBe(1);
  // The relays of a board that starts are open.
  const [first, second] = await Promise.all(
    [before, running].map(({ board }) => openRelayBoard({ port: board.port })),
  );
  onTestFinished(async () => {
    await first?.close();
    await second?.close();
  });
  await soon(() => first?.coils[0]).toBe(true);
  await waitForLink(running, 'up');
  await before.reportNormal(port);
  await soon(() => first?.coils[0]).toBe(false);
  await settle();
  expect([first?.starts[0], running.relay.starts(), second?.starts[0]]).toEqual([1, 1, 0]);
});

describeWith('mosquitto', 'a broker that is killed', () => {
  it('starts a cannon once, and stops one that runs when it is back', async () => {
    const broker = await startMosquitto('information');
    onTestFinished(() => broker.close());
    const open = async (name: string) => {
      const relay = await startTestRelay(broker.url, name);
      onTestFinished(() => relay.close());
      return openDustEpisode(
        t,
        { isOn: relay.isOn, starts: () => relay.starts },
        relayColumns(broker.url, name),
      );
    };
    const [before, running] = [await open('fog/before'), await open('fog/running')];
    startControl(t);
    const { port } = gateway;
    await Promise.all([waitForLink(before, 'up'), waitForLink(running, 'up')]);
    await before.reportDust(port, 2);
    await start(running, port);
    await broker.kill();
    await Promise.all([waitForLink(before, 'down'), waitForLink(running, 'down')]);
    await before.reportDust(port);
    await running.reportNormal(port);
    await broker.start();
    await soon(before.relay.isOn).toBe(true);
    await soon(running.relay.isOn).toBe(false);
    await before.reportNormal(port);
    await soon(before.relay.isOn).toBe(false);
    await settle();
    expect([before.relay.starts(), running.relay.starts()]).toEqual([1, 1]);
    expect(Math.max(before.longestRun(), running.longestRun())).toBeLessThan(60 * SECOND_MS);
  });
});
