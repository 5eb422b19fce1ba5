import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startForwarding } from '../../src/features/forward/delivery/forward.job.ts';
import { forwardTargetsEdited } from '../../src/features/forward/forward-changed.ts';
import { type RunningGateway, startGateway } from '../../src/roles/gateway.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { testHour } from '../../src/testing/clock.ts';
import { soon } from '../../src/testing/soon.ts';
import { addForwardedSite, readStoredRows, storePacket } from './two-installations.fixture.ts';

let near: TestApp;
let far: TestApp;
let gateway: RunningGateway;
let stopForwarding: () => Promise<void>;
const start = testHour - 3 * HOUR_MS;

beforeAll(async () => {
  near = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  far = await openTestApp();
  gateway = await startGateway(far.app, far.ingest, {});
  stopForwarding = startForwarding(near.app, near.services);
});

afterAll(async () => {
  await stopForwarding?.();
  await gateway?.close();
  await near?.close();
  await far?.close();
});

/** Values of all kinds: plain, small, negative, marked, out of range, and more than one frame has room for. */
async function storeEverything(mn: string): Promise<void> {
  const many = [
    'a34004',
    'a34002',
    'a21026',
    'a21004',
    'a21005',
    'a05024',
    'a01001',
    'a01002',
    'a01007',
    'a01008',
  ];
  const factors = (suffix: string, value: (n: number) => number) =>
    many.map((code, n) => `${code}-${suffix}=${value(n)},${code}-Flag=N`).join(';');
  for (let minute = 0; minute < 6; minute++) {
    const ts = start + minute * MINUTE_MS;
    await storePacket(near, mn, { ts, cp: factors('Rtd', (n) => 10 + n + minute / 10) });
    const means = many.map(
      (code) => `${code}-Avg=${minute + 5},${code}-Min=${minute},${code}-Max=${minute + 9.25},${code}-Flag=N`,
    );
    await storePacket(near, mn, { ts, cn: '2051', cp: means.join(';') });
  }
  const odd = start + 10 * MINUTE_MS;
  await storePacket(near, mn, {
    ts: odd,
    cp: 'a34004-Rtd=12,a34004-Flag=D;a34002-Rtd=0.0001,a34002-Flag=N;a01001-Rtd=-5.5,a01001-Flag=N;a21026-Rtd=99999,a21026-Flag=N;a05024-Flag=C',
  });
  await storePacket(near, mn, { ts: start, cn: '2061', cp: factors('Avg', (n) => n * 3.3) });
  await storePacket(near, mn, {
    ts: start - (start % (24 * HOUR_MS)),
    cn: '2031',
    cp: factors('Avg', (n) => n),
  });
  // Late, and corrected by the station.
  await storePacket(near, mn, { ts: odd - MINUTE_MS, cp: 'a34004-Rtd=7,a34004-Flag=N' });
  await storePacket(near, mn, { ts: start, cp: 'a34004-Rtd=8,a34004-Flag=N', sentAt: start + HOUR_MS });
}

const variants: [string, Record<string, unknown>][] = [
  ['hj212-2005', { system_code: '22' }],
  ['hj212-2017', { system_code: '22', own_connections: true }],
  ['hj212-2025', { system_code: '22' }],
];

describe('readings that are forwarded to another installation', () => {
  it.each(variants)('by %s are the same rows there', async (protocol, settings) => {
    const mn = `ROUND${protocol.slice(-4)}`;
    const ids = await addForwardedSite(near, far, mn, {
      protocol,
      address: `127.0.0.1:${gateway.port}`,
      settings: { ...settings, password: near.app.secrets.seal('123456') },
    });
    await near.app.bus.publish(forwardTargetsEdited);
    await storeEverything(mn);
    const sent = await readStoredRows(near, ids.near);
    expect(sent.length).toBeGreaterThan(14);
    await soon(() => readStoredRows(far, ids.far)).toEqual(sent);
    const { rows } = await near.app.pool.query(
      `select error_msg from forward_log where handle_result = '1' and business_key like $1`,
      [`${mn}%`],
    );
    expect(rows).toEqual([]);
  });
});
