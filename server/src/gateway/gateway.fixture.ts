import { MINUTE_MS } from '@limpid/contract/durations';
import { deviceCommand, encodeCommand } from '@limpid/hj212/commands';
import type { CrcMode } from '@limpid/hj212/crc';
import { type RunningGateway, startGateway } from '../roles/gateway.ts';
import { openTestApp, type TestApp } from '../testing/app.ts';
import { testMinute } from '../testing/clock.ts';
import { addSite, connectStation, stationTime, type TestStation } from '../testing/stations.ts';
import type { GatewayLimits } from './limits.ts';

interface SiteFacts extends Partial<Parameters<typeof addSite>[1]> {
  crc?: CrcMode;
  aliases?: Record<string, string[]>;
}

/** A station that is registered and connected. */
interface RegisteredStation extends TestStation {
  mn: string;
  siteId: number;
  /** Waits until the gateway has processed everything sent so far, by sending a heartbeat and waiting for its answer. */
  waitUntilProcessed(): Promise<void>;
}

/** A gateway on a real socket with a real database. */
export interface GatewayFixture {
  test: TestApp;
  gateway: RunningGateway;
  addStation(facts?: SiteFacts): Promise<RegisteredStation>;
  /** Opens another connection for the same station. */
  connectAgain(station: RegisteredStation, port?: number): Promise<RegisteredStation>;
  refusals(mn: string): Promise<Record<string, number>>;
  rows(siteId: number): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** The start of the last full minute. */
export const lastMinute = testMinute - MINUTE_MS;

let last = 0;

export async function openGatewayFixture(limits: Partial<GatewayLimits> = {}): Promise<GatewayFixture> {
  const test = await openTestApp();
  const gateway = await startGateway(test.app, test.ingest, { sweep: 50, ...limits });
  const { pool } = test.app;

  function toRegistered(mn: string, siteId: number, station: TestStation, crc?: CrcMode): RegisteredStation {
    const waitUntilProcessed = async () => {
      const qn = stationTime(lastMinute + ++last);
      station.send(heartbeatFrame(mn, qn, crc));
      await station.answer(qn);
    };
    return { ...station, mn, siteId, waitUntilProcessed };
  }

  return {
    test,
    gateway,
    async addStation({ crc, aliases, ...facts } = {}) {
      const mn = facts.mn ?? `STATION${String(++last).padStart(17, '0')}`;
      const deviceTypeId = crc || aliases ? await addDeviceType(test, mn, crc, aliases) : facts.deviceTypeId;
      const siteId = await addSite(test, { mn, ...facts, ...(deviceTypeId && { deviceTypeId }) });
      return toRegistered(mn, siteId, await connectStation(gateway.port), crc);
    },
    connectAgain: async ({ mn, siteId }, port = gateway.port) =>
      toRegistered(mn, siteId, await connectStation(port)),
    async refusals(mn) {
      await test.ingest.flush();
      const { rows } = await pool.query('select reason, count from gateway_refusal where mn = $1', [mn]);
      return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
    },
    async rows(siteId) {
      const { rows } = await pool.query(
        `select kind, extract(epoch from ts)::float8 * 1000 as ts, rank, marks is not null as marked, xmin::text,
           s1, s2, s6 from reading where site_id = $1 order by ts, kind`,
        [siteId],
      );
      return rows;
    },
    async close() {
      await gateway.close();
      await test.close();
    },
  };
}

/** Adds a device type with all channels, the given CRC mode and aliases. */
async function addDeviceType(
  { app: { pool } }: TestApp,
  code: string,
  crc: CrcMode = 'hj212',
  aliases: Record<string, string[]> = {},
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into basic_device_type (type_code, type_name, crc_mode) values ($1, $1, $2)
     returning device_type_id as id`,
    [code, crc],
  );
  const id = rows[0]?.id ?? 0;
  await pool.query(
    `insert into basic_device_type_channel (device_type_id, channel_id)
     select $1, channel_id from basic_channel`,
    [id],
  );
  for (const [channel, names] of Object.entries(aliases)) {
    await pool.query(
      `update basic_device_type_channel set aliases = $3 where device_type_id = $1
       and channel_id = (select channel_id from basic_channel where channel_code = $2)`,
      [id, channel, names],
    );
  }
  return id;
}

export function heartbeatFrame(mn: string, qn: string, crc: CrcMode = 'hj212'): Buffer {
  return encodeCommand(
    deviceCommand.heartbeat,
    { version: '2025', qn, st: '22', pw: '123456', mn },
    {},
    { crc },
  );
}
