import { DAY_MS, SECOND_MS } from '@limpid/contract/durations';
import type { MqttClient } from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../testing/app.ts';
import { formatUrl, templateName } from '../../testing/connection.ts';
import { describeWith } from '../../testing/describe-with.ts';
import { startMosquitto, type TestBroker } from '../../testing/mosquitto.ts';
import { type RunningProcess, startProcess } from '../../testing/process.ts';
import { soon } from '../../testing/soon.ts';
import { dataFrames } from '../../testing/stations.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const mn = 'ORDEAL1';
const perRound = 40;
const rounds = 3;
/** The server reads the clock of the machine. */
const base = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;

let broker: TestBroker;
let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;
let device: MqttClient;
let published = 0;
const servers = new Set<RunningProcess>();

async function startServer(): Promise<RunningProcess> {
  const server = startProcess({
    DATABASE_URL: formatUrl(database.connection),
    SECRET_KEY: 'x'.repeat(32),
    MQTT_URL: broker.url,
    ROLES: 'gateway',
    LOG_LEVEL: 'info',
  });
  servers.add(server);
  await server.waitForOutput('subscribed at MQTT broker');
  return server;
}

async function kill(server: RunningProcess): Promise<void> {
  servers.delete(server);
  server.child.kill('SIGKILL');
  await server.ended;
}

async function publish(count: number): Promise<void> {
  for (let n = 0; n < count; n++, published++) {
    const values = { a34004: published % 900 };
    const [frame = Buffer.of()] = dataFrames({ mn, at: base + published * SECOND_MS, values });
    await device.publishAsync(`air/${mn}/data`, frame, { qos: 1 });
  }
}

async function count(query: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${query}`);
  return rows[0]?.n ?? 0;
}
const countStored = () => count('reading');

/** Publishes while no server can store, and calls `work` when one has received something and waits. */
async function publishBlocked(work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('lock table reading in exclusive mode');
  try {
    const before = await countStored();
    await publish(perRound);
    await waitUntil(
      async () => (await count(`pg_stat_activity where wait_event_type = 'Lock'`)) > 0,
      'a server that waits to store',
    );
    expect(await countStored()).toBe(before);
    await work();
  } finally {
    client.release(true);
  }
}

/** What the broker sent to each session. */
function countDeliveries(): Map<string, number> {
  const found = broker.output().matchAll(/Sending PUBLISH to (limpid-\w+-\d+) /g);
  const counts = new Map<string, number>();
  for (const [, session = ''] of found) counts.set(session, (counts.get(session) ?? 0) + 1);
  return counts;
}

describeWith('mosquitto', 'messages over MQTT', () => {
  beforeAll(async () => {
    broker = await startMosquitto();
    database = await createDatabase(templateName);
    pool = new pg.Pool(database.connection);
    await pool.query(
      `with entity as (
         insert into site_entity (entity_code, entity_name, dept_id) values ('e', 'e', 100) returning entity_id
       )
       insert into site (site_code, site_name, entity_id, mn, device_type_id, mqtt_allowed)
       select $1, $1, entity_id, $1, 1, 'Y' from entity`,
      [mn],
    );
    device = await broker.connect();
  });
  afterAll(async () => {
    for (const server of servers) await kill(server);
    await pool?.end();
    await broker?.close();
    await database?.drop();
  });

  it(`reach the database although the server is killed ${rounds} times between receiving and storing them`, async () => {
    let server = await startServer();
    for (let round = 0; round < rounds; round++) {
      const doomed = server;
      await publishBlocked(() => kill(doomed));
      server = await startServer();
    }
    await soon(countStored).toBe(published);
    // The sessions of the killed servers do not stay at the broker.
    await soon(() => count('mqtt_session')).toBe(1);
  });

  it('are divided between two servers, and those of a killed one are stored by the other', async () => {
    await startServer();
    const first = [...servers][0];
    const before = countDeliveries();
    await publish(perRound);
    await soon(countStored).toBe(published);
    const busy = [...countDeliveries()].filter(([session, sent]) => sent > (before.get(session) ?? 0));
    expect(busy).toHaveLength(2);
    await publishBlocked(async () => {
      if (first) await kill(first);
    });
    await soon(countStored).toBe(published);
  });
});
