import { SECOND_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../../roles/gateway.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testMinute } from '../../testing/clock.ts';
import { type FloodingBroker, startFloodingBroker } from '../../testing/flooding-broker.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, dataFrames } from '../../testing/stations.ts';

const mn = 'FLOOD0000000000000000001';
const total = 8500;
/** Eight times the receive maximum of a session. */
const bound = 8192;
let broker: FloodingBroker;
let test: TestApp;

describe('a broker that sends more than storing keeps up with', () => {
  beforeAll(async () => {
    const payloads = Array.from({ length: total }, (_, n) =>
      String(dataFrames({ mn, at: testMinute - (n + 60) * SECOND_MS, values: { a34004: 10 } })[0]),
    );
    broker = await startFloodingBroker(payloads.map((payload) => ({ topic: `air/${mn}/data`, payload })));
    test = await openTestApp({ MQTT_URL: broker.url });
    await addSite(test, { mn, mqttAllowed: true });
  });
  afterAll(async () => {
    await test?.close();
    await broker?.close();
  });

  it('fills the memory up to a bound only, and everything is stored and acknowledged in the end', async () => {
    const { ingest } = test;
    const held: (() => void)[] = [];
    let isHeld = true;
    const holding: typeof ingest = {
      ...ingest,
      storePacket(...packet) {
        if (isHeld) held.push(() => ingest.storePacket(...packet));
        else ingest.storePacket(...packet);
      },
    };
    const gateway = await startGateway(test.app, holding);
    await soon(() => held.length).toBe(bound);
    await soon(async () => (await test.app.pool.query('select connected from mqtt_session')).rows).toEqual([
      { connected: true },
    ]);
    expect([held.length, broker.acknowledged.size]).toEqual([bound, 0]);
    isHeld = false;
    for (const store of held) store();
    await soon(() => broker.acknowledged.size).toBe(total);
    const { rows } = await test.app.pool.query('select count(*)::integer from reading');
    expect(rows).toEqual([{ count: total }]);
    await gateway.close();
    expect(broker.connections).toBe(1);
  });
});
