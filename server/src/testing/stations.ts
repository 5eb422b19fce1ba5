import { once } from 'node:events';
import { connect } from 'node:net';
import { HOUR_MS } from '@limpid/contract/durations';
import { defaultZone } from '@limpid/contract/zone';
import { createDecoder } from '@limpid/hj212/decoder';
import { type EncodeOptions, encodeData, type PacketFields } from '@limpid/hj212/encode';
import { readExchange } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import type { Reading } from '../features/reading/reading.ts';
import { siteChanged } from '../features/reading/site-changed.ts';
import type { TestApp } from './app.ts';
import { waitUntil } from './wait-until.ts';

interface SiteOptions {
  mn: string;
  zone?: string;
  deptId?: number;
  deviceTypeId?: number;
  interval?: number;
  password?: string;
  sm4Key?: string;
  sm4Required?: boolean;
  mqttAllowed?: boolean;
  protocol?: string;
  /** '1' for a disabled site. */
  status?: string;
}

/** A site with a device, as an administrator would register it; ingest knows it when this returns. */
export async function addSite(test: TestApp, options: SiteOptions): Promise<number> {
  const { mn, zone = defaultZone, deptId = 100, deviceTypeId = 1, interval = 60 } = options;
  const { pool, secrets, bus } = test.app;
  const seal = (text: string | undefined) => (text === undefined ? null : secrets.seal(text));
  const { rows } = await pool.query<{ site_id: number }>(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id, zone) values ($1, $1, $2, $3) returning entity_id
     )
     insert into site (site_code, site_name, entity_id, mn, device_type_id, report_interval, access_password, sm4_key,
       status, sm4_required, mqtt_allowed, protocol)
     select $1, $1, entity_id, $1, $4, $5, $6, $7, $8, $9, $10, $11 from entity returning site_id`,
    [
      mn,
      deptId,
      zone,
      deviceTypeId,
      interval,
      seal(options.password),
      seal(options.sm4Key),
      options.status ?? '0',
      options.sm4Required ? 'Y' : 'N',
      options.mqttAllowed ? 'Y' : 'N',
      options.protocol ?? 'hj212-2017',
    ],
  );
  await bus.publish(siteChanged);
  await waitUntil(() => test.ingest.directory.findByMn(mn) !== undefined, `ingest knows ${mn}`);
  return rows[0]?.site_id ?? 0;
}

/** A station, as a client of the gateway. */
export interface TestStation {
  send(...frames: (Buffer | string)[]): void;
  /** Everything it received, and the bytes of it. */
  received: Packet[];
  bytes(): Buffer;
  /** Waits for the answer to a QN. */
  answer(qn: string): Promise<Packet>;
  closed: Promise<unknown>;
  pause(): void;
  end(): void;
}

/** `localAddress` is one of 127.0.0.0/8, to simulate stations of several addresses. */
export async function connectStation(port: number, localAddress?: string): Promise<TestStation> {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) });
  const closed = once(socket, 'close').catch(() => undefined);
  await once(socket, 'connect');
  const received: Packet[] = [];
  const chunks: Buffer[] = [];
  const decoder = createDecoder({ crc: 'none' });
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    for (const one of decoder.push(chunk)) if (one.ok) received.push(one.packet);
  });
  socket.on('error', () => undefined);
  return {
    received,
    bytes: () => Buffer.concat(chunks),
    closed,
    send(...frames) {
      for (const frame of frames) socket.write(frame);
    },
    async answer(qn) {
      const find = () => received.find((packet) => readExchange(packet) === qn);
      await waitUntil(() => find() !== undefined, `answer to ${qn}`);
      // The element was found just above.
      return find() as Packet;
    },
    pause: () => socket.pause(),
    end: () => socket.destroy(),
  };
}

/** A time in the format and zone of a station in China. */
export function stationTime(instant: number, zoneHours = 8): string {
  return new Date(instant + zoneHours * HOUR_MS).toISOString().replace(/\D/g, '');
}

type DataOptions = Partial<Omit<PacketFields, 'items' | 'mn'>> & {
  mn: string;
  /** Epoch milliseconds. */
  at: number;
  values: Record<string, number | string>;
  flags?: Record<string, string>;
  encode?: EncodeOptions;
};

/** The frames of one report; they request an answer by default. */
export function dataFrames(options: DataOptions): Buffer[] {
  const { at, values, flags = {}, cn = '2011', encode = {}, ...fields } = options;
  const suffix = cn === '2011' ? 'Rtd' : 'Avg';
  const items = Object.entries(values).map(([code, value]) => [
    { name: `${code}-${suffix}`, value: String(value) },
    { name: `${code}-Flag`, value: flags[code] ?? 'N' },
  ]);
  const packet: PacketFields = {
    version: '2017',
    qn: stationTime(at),
    st: '22',
    cn,
    pw: '123456',
    wantsAnswer: true,
    items: [[{ name: 'DataTime', value: stationTime(at).slice(0, 14) }], ...items],
    ...fields,
  };
  return encodeData(packet, encode);
}

/** Stores decoded readings directly, without the gateway. */
export async function storeTestReadings({ ingest }: TestApp, readings: readonly Reading[]): Promise<void> {
  const stored = readings.map(
    (reading) => new Promise<void>((done) => ingest.pipeline.push(reading, () => done())),
  );
  await Promise.all(stored);
}
