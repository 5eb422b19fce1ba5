import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disconnectRequested } from '../features/monitor/disconnect-requested.ts';
import { siteChanged } from '../features/reading/model.api.ts';
import { startGateway } from '../roles/gateway.ts';
import { openTestApp } from '../testing/app.ts';
import { soon } from '../testing/soon.ts';
import { connectStation, dataFrames, stationTime, type TestStation } from '../testing/stations.ts';
import { type GatewayFixture, heartbeatFrame, lastMinute, openGatewayFixture } from './gateway.fixture.ts';
import { stationClaimed } from './topics.ts';

const most = 12;
let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await openGatewayFixture({ connections: most });
});

afterAll(() => fixture.close());

/** Whether the other side has closed a connection. */
function watch({ closed }: TestStation): () => boolean {
  let isClosed = false;
  void closed.then(() => (isClosed = true));
  return () => isClosed;
}

async function storedConnections(mn: string) {
  await fixture.gateway.report();
  const { rows } = await fixture.test.app.pool.query(
    `select process, number, site_id, version, packets, bytes, refused, reasons, address
     from gateway_connection where mn = $1`,
    [mn],
  );
  return rows;
}

describe('a station that reconnects', () => {
  it('is served on the new connection; the old one ends', async () => {
    const first = await fixture.addStation();
    await first.waitUntilProcessed();
    const second = await fixture.connectAgain(first);
    // An open connection is not a claim yet: the station has to send a packet.
    await first.waitUntilProcessed();
    await second.waitUntilProcessed();
    await first.closed;
    second.send(...dataFrames({ mn: first.mn, at: lastMinute, values: { a34004: 1 } }));
    expect(await second.answer(stationTime(lastMinute))).toMatchObject({ cn: '9014' });
    expect(await storedConnections(first.mn)).toHaveLength(1);
    second.end();
  });

  it('may connect to another process', async () => {
    const other = await openTestApp({}, { connection: fixture.test.connection });
    const there = await startGateway(other.app, other.ingest);
    const claimed: string[] = [];
    other.app.bus.subscribe(stationClaimed, ({ mn }) => claimed.push(mn));
    const here = await fixture.addStation();
    await here.waitUntilProcessed();
    await soon(() => other.ingest.directory.findByMn(here.mn) !== undefined).toBe(true);
    // The claim of the first process, arriving after the move, would close the new connection.
    await soon(() => claimed).toContain(here.mn);
    const moved = await fixture.connectAgain(here, there.port);
    await moved.waitUntilProcessed();
    await here.closed;
    await moved.waitUntilProcessed();
    const back = await fixture.connectAgain(here);
    await back.waitUntilProcessed();
    await moved.closed;
    back.end();
    await there.close();
    await other.close();
  });

  it('may share a connection with other stations', async () => {
    const one = await fixture.addStation();
    const other = await fixture.addStation();
    const qn = stationTime(lastMinute);
    for (const { mn } of [one, other, one]) one.send(heartbeatFrame(mn, qn));
    await soon(() => one.received.map(({ mn }) => mn)).toEqual([one.mn, other.mn, one.mn]);
    one.end();
    other.end();
  });
});

describe('the history of a connection that several stations share', () => {
  const history = async (siteId: number) => {
    await fixture.gateway.report();
    const { rows } = await fixture.test.app.pool.query(
      `select reason, address, ended_at >= connected_at as is_after from device_connection
       where site_id = $1 order by connection_id`,
      [siteId],
    );
    return rows;
  };
  const share = async () => {
    const [one, other] = [await fixture.addStation(), await fixture.addStation()];
    other.end();
    const qn = stationTime(lastMinute);
    for (const { mn } of [one, other]) one.send(heartbeatFrame(mn, qn));
    await soon(() => one.received.map(({ mn }) => mn)).toEqual([one.mn, other.mn]);
    return [one, other] as const;
  };

  it('has an end for the station that leaves, and one for those that stay when it closes', async () => {
    const [one, other] = await share();
    const alone = await fixture.connectAgain(other);
    await alone.waitUntilProcessed();
    expect(await history(other.siteId)).toMatchObject([{ reason: 'again', is_after: true }]);
    expect(await history(one.siteId)).toEqual([]);
    one.end();
    await soon(() => history(one.siteId)).toMatchObject([{ reason: 'station' }]);
    expect(await history(other.siteId)).toHaveLength(1);
    alone.end();
  });

  it('has an end for a station whose password has become wrong', async () => {
    const [one, other] = await share();
    const { app, ingest } = fixture.test;
    const sealed = app.secrets.seal('654321');
    await app.pool.query('update site set access_password = $2 where site_id = $1', [other.siteId, sealed]);
    await app.bus.publish(siteChanged);
    await soon(() => ingest.directory.findByMn(other.mn)?.password).toBe('654321');
    one.send(heartbeatFrame(other.mn, stationTime(lastMinute + 1)));
    await soon(() => history(other.siteId)).toMatchObject([{ reason: 'refused' }]);
    one.end();
  });

  it('has an end for each station after a crash, at the last sign of life of the process', async () => {
    const [one, other] = await share();
    one.end();
    await soon(() => history(one.siteId)).toHaveLength(1);
    const { pool } = fixture.test.app;
    await pool.query('delete from device_connection');
    const crashed = new Date(fixture.test.clock.now().getTime() - 2 * MINUTE_MS);
    await pool.query(
      `insert into gateway_connection (process, number, address, mn, site_id, site_ids, connected_at, last_seen,
         packets, bytes, refused, reasons, heartbeat_at)
       values ('crashed', 1, '192.0.2.1:9', $1, $2, array[$2::integer, $3], $4::timestamptz - interval '1 hour', $4,
         5, 9, 0, '{}', $4)`,
      [one.mn, one.siteId, other.siteId, crashed],
    );
    for (const { siteId } of [one, other])
      expect(await history(siteId)).toMatchObject([{ reason: 'lost', address: '192.0.2.1:9' }]);
    const { rows } = await pool.query(
      'select count(*)::integer as count from device_connection where ended_at = $1',
      [crashed],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('has one end after a crash for a station whose end was stored before it', async () => {
    const [one] = await share();
    one.end();
    await soon(() => history(one.siteId)).toHaveLength(1);
    await fixture.test.app.pool.query(
      `insert into gateway_connection (process, number, address, site_id, site_ids, connected_at, last_seen, packets,
         bytes, refused, reasons, heartbeat_at)
       select 'crashed', 1, address, site_id, array[site_id], connected_at, connected_at, 5, 9, 0, '{}',
         connected_at - interval '1 hour'
       from device_connection where site_id = $1`,
      [one.siteId],
    );
    expect(await history(one.siteId)).toHaveLength(1);
  });
});

describe('a connection in the monitor', () => {
  it('has its station, version, packets, bytes and errors by reason', async () => {
    const { mn, siteId, waitUntilProcessed, ...station } = await fixture.addStation();
    await waitUntilProcessed();
    station.send(
      'noise\r\n',
      '##00x0\r\n',
      ...dataFrames({ mn, at: lastMinute, values: { a34004: 1, w01018: 2 } }),
    );
    await station.answer(stationTime(lastMinute));
    const [row, ...more] = await storedConnections(mn);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      site_id: siteId,
      version: '2017',
      packets: 2,
      refused: 3,
      reasons: { noise: 1, header: 1, channel: 1 },
      address: expect.stringMatching(/127\.0\.0\.1:\d+$/),
    });
    expect(row.bytes).toBeGreaterThan(200);
    const { process, number } = row;
    await fixture.test.app.bus.publish(disconnectRequested, { process: 'another', number });
    await waitUntilProcessed();
    await fixture.test.app.bus.publish(disconnectRequested, { process, number });
    await station.closed;
    expect(await storedConnections(mn)).toEqual([]);
  });
});

describe('a connection at its limits', () => {
  it('ends when a frame is not completed within half a minute, however slowly bytes arrive', async () => {
    const { mn, waitUntilProcessed, ...station } = await fixture.addStation();
    await waitUntilProcessed();
    const isClosed = watch(station);
    const greeting = (await storedConnections(mn))[0]?.bytes;
    const [bytes = Buffer.alloc(0)] = dataFrames({ mn, at: lastMinute, values: { a34004: 1 } });
    let at = 0;
    for (; at < 40 && !isClosed(); at++) {
      station.send(bytes.subarray(at, at + 1));
      // A counted refusal shows that the gateway has read it.
      const seen = async () => isClosed() || (await storedConnections(mn))[0]?.bytes === greeting + at + 1;
      await soon(seen).toBe(true);
      fixture.test.clock.advance(0.02);
    }
    await station.closed;
    expect(at).toBeGreaterThan(20);
  });

  it('ends when it sends no accepted packet within a minute', async () => {
    const stranger = await connectStation(fixture.gateway.port);
    const known = await fixture.addStation();
    await known.waitUntilProcessed();
    stranger.send('hello?\r\n');
    const isClosed = watch(stranger);
    fixture.test.clock.advance(0.9);
    await known.waitUntilProcessed();
    expect(isClosed()).toBe(false);
    fixture.test.clock.advance(0.2);
    await stranger.closed;
    await known.waitUntilProcessed();
    known.end();
  });

  it('ends when it has been silent for ten minutes, or for three reports if that is longer', async () => {
    const often = await fixture.addStation();
    const rare = await fixture.addStation({ interval: 1200 });
    const half = watch(rare);
    await Promise.all([often.waitUntilProcessed(), rare.waitUntilProcessed()]);
    fixture.test.clock.advance(10.1);
    await often.closed;
    await rare.waitUntilProcessed();
    expect(half()).toBe(false);
    fixture.test.clock.advance(60.1);
    await rare.closed;
  });

  it('is paused and then ends when its station does not read answers', async () => {
    const { mn, waitUntilProcessed, ...station } = await fixture.addStation();
    await waitUntilProcessed();
    station.pause();
    const sent = 200_000;
    const ask = heartbeatFrame(mn, stationTime(lastMinute));
    for (let part = 0; part < 100; part++) {
      station.send(Buffer.concat(Array.from({ length: sent / 100 }, () => ask)));
    }
    let [before, now] = [0, 1];
    const stands = async () => {
      [before, now] = [now, (await storedConnections(mn))[0]?.packets];
      return before === now;
    };
    await expect.poll(stands, { timeout: MINUTE_MS, interval: 300 }).toBe(true);
    expect(now).toBeLessThan(sent);
    const isClosed = watch(station);
    await soon(() => {
      fixture.test.clock.advance(1.1);
      return isClosed();
    }).toBe(true);
  });

  it('ends at once when the maximum is reached, without affecting others', async () => {
    const known = await fixture.addStation();
    await known.waitUntilProcessed();
    const more = await Promise.all(
      Array.from({ length: most + 2 }, () => connectStation(fixture.gateway.port)),
    );
    const closed = more.map(watch);
    await soon(() => closed.filter((isClosed) => isClosed()).length).toBeGreaterThan(1);
    await known.waitUntilProcessed();
    for (const station of [known, ...more]) station.end();
  });
});
