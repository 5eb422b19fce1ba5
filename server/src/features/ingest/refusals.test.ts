import { readFileSync } from 'node:fs';
import { HOUR_MS } from '@limpid/contract/durations';
import { refusalReasons } from '@limpid/contract/ingest/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, openTestApp, type TestApp } from '../../testing/app.ts';
import { testNow } from '../../testing/clock.ts';
import { templateName } from '../../testing/connection.ts';
import { type DatabaseProxy, openProxy } from '../../testing/proxy.ts';
import { soon } from '../../testing/soon.ts';
import { addSite } from '../../testing/stations.ts';
import { makePacket } from '../reading/reading.fixture.ts';
import { upsertRefusals } from './station-activity.store.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let proxy: DatabaseProxy;
let test: TestApp;

beforeAll(async () => {
  database = await createDatabase(templateName);
  proxy = await openProxy(database.connection);
  test = await openTestApp({}, { connection: proxy.connection });
});

afterAll(async () => {
  await test.close();
  await proxy.cut();
  await database.drop();
});

const ask = async (statement: string) =>
  (await test.app.pool.query(statement).catch(() => ({ rows: [] }))).rows;
const strange = makePacket('a-Rtd=1;b\0c-Rtd=2', 'ST=39;CN=2011;PW=1;MN=STRANGE;Flag=5');

describe('refusals', () => {
  it('are counted while the database is unavailable, and stored when it is back', async () => {
    const { ingest } = test;
    // They are also written every few seconds: the first attempt of either fails in the same way.
    const flush = () => ingest.flush().catch(() => undefined);
    ingest.recordRefusal('', 'noise', '10.0.0.1:1');
    ingest.recordUnknown(strange, '10.0.0.1:1');
    await proxy.cut();
    await flush();
    ingest.recordRefusal('', 'noise', '10.0.0.2:1', 'of the second');
    ingest.recordUnknown(strange, '10.0.0.2:1');
    await flush();
    await proxy.restore();
    await soon(async () => {
      await flush();
      return ask('select mn, reason, count, address, detail from gateway_refusal');
    }).toEqual([{ mn: '', reason: 'noise', count: 2, address: '10.0.0.2:1', detail: 'of the second' }]);
    await soon(() => ask('select mn, packets, system, codes from unknown_device')).toEqual([
      { mn: 'STRANGE', packets: 2, system: '39', codes: ['a', 'b\ufffdc'] },
    ]);
  });

  it('are counted for today by the clock of their station', async () => {
    const now = testNow;
    const zoneAt = (hour: number) => {
      const ahead = ((hour - new Date(now).getUTCHours() + 36) % 24) - 12;
      return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
    };
    const stations = { 'AT-NIGHT': zoneAt(1), 'AT-NOON': zoneAt(12) };
    for (const [mn, zone] of Object.entries(stations)) await addSite(test, { mn, zone });
    const refuse = (count: number, lastSeen: number) =>
      upsertRefusals(
        test.app.pool,
        Object.keys(stations).map((mn) => ({
          mn,
          reason: 'crc',
          count,
          lastSeen,
          address: '',
          detail: null,
        })),
      );
    const today = () =>
      ask(`select mn, today, count from gateway_refusal_row where mn like 'AT-%' order by mn`);
    // Shortly after midnight, three hours ago is another day.
    await refuse(5, now - 3 * HOUR_MS);
    expect(await today()).toMatchObject([{ today: 0 }, { today: 5 }]);
    await refuse(1, now);
    expect(await today()).toMatchObject([
      { mn: 'AT-NIGHT', today: 1, count: 6 },
      { mn: 'AT-NOON', today: 6, count: 6 },
    ]);
  });

  it('have exactly the reasons that the manual explains', () => {
    const manual = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const [, table = ''] = manual.split('\n| reason ');
    const rows = table.split('\n\n')[0]?.matchAll(/^\| `(\w+)`/gm) ?? [];
    expect([...rows].map(([, reason]) => reason)).toEqual([...refusalReasons]);
  });
});
