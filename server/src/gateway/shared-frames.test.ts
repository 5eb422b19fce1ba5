import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '@limpid/contract/durations';
import type { CrcMode } from '@limpid/hj212/crc';
import { createDecoder } from '@limpid/hj212/decoder';
import { readFactors } from '@limpid/hj212/factors';
import { readExchange } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { readPacketTime } from '@limpid/hj212/times';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '../testing/clock.ts';
import { soon } from '../testing/soon.ts';
import { type GatewayFixture, openGatewayFixture } from './gateway.fixture.ts';

const shared = fileURLToPath(new URL('../../../../shared/', import.meta.url));
const present = existsSync(`${shared}vectors/hj212.json`) && existsSync(`${shared}data/hj212`);
const absent = present ? '' : ' (skipped: ../shared is not there)';

/** A frame of a real device or of the standards' examples, with its known validity. */
interface SharedFrame {
  name: string;
  bytes: Buffer;
  /** Undefined if the frame is valid. */
  wrong?: 'crc' | 'header';
  crc: CrcMode;
  key?: string;
}

let fixture: GatewayFixture;

beforeAll(async () => {
  if (present) fixture = await openGatewayFixture();
});

afterAll(() => fixture?.close());

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(shared + path, 'utf8'));
}

interface Vector {
  name: string;
  packet: string;
  valid: boolean;
  reason?: string;
  sm4?: { keyHex: string; ciphertextHex: string };
}

function readVectors(): SharedFrame[] {
  const { vectors, streams } = readJson<{ vectors: Vector[]; streams: { chunks: string[]; name: string }[] }>(
    'vectors/hj212.json',
  );
  const plain = vectors.map(({ name, packet, valid, reason = '', sm4 }): SharedFrame => {
    const crc = (/crc=(modbus|arc)/.exec(reason)?.[1] ?? 'hj212') as CrcMode;
    const frame: SharedFrame = { name, bytes: Buffer.from(packet), crc };
    if (!valid) frame.wrong = 'crc';
    if (sm4) frame.key = sm4.keyHex;
    return frame;
  });
  const enciphered = vectors.flatMap(({ name, packet, sm4 }): SharedFrame[] => {
    if (!sm4) return [];
    const bytes = Buffer.from(packet);
    Buffer.from(sm4.ciphertextHex, 'hex').copy(bytes, packet.indexOf('CP=&&') + 5);
    return [{ name, bytes, crc: 'hj212', key: sm4.keyHex }];
  });
  const joined = streams.map(
    ({ name, chunks }): SharedFrame => ({
      name,
      // The registration string of a modem is noise, which this test does not cover.
      bytes: Buffer.from(chunks.join('').replace(/^\d+\r\n/, '')),
      crc: 'hj212',
    }),
  );
  return [...plain, ...enciphered, ...joined];
}

function readDevices(): SharedFrame[] {
  const frames = readJson<{ frame: string; valid: boolean; len_ok: boolean; crc_kind: string }[]>(
    'data/hj212/hj212_frames.json',
  );
  return frames.map(({ frame, valid, len_ok, crc_kind }) => ({
    name: frame,
    bytes: Buffer.from(`${frame}\r\n`),
    crc: (/^crc16-(modbus|arc)$/.exec(crc_kind)?.[1] ?? 'hj212') as CrcMode,
    ...(!valid && { wrong: len_ok ? ('crc' as const) : ('header' as const) }),
  }));
}

function readSessions(): SharedFrame[] {
  return ['session_Log_txt_4.csv.gz', 'session_Log_txt_12.csv.gz'].flatMap((file) => {
    const log = gunzipSync(readFileSync(`${shared}data/hj212/${file}`)).toString();
    const frames = log.split('\n').flatMap((line) => /##[^"\r]*/.exec(line)?.[0] ?? []);
    return frames.map(
      (frame): SharedFrame => ({ name: frame, bytes: Buffer.from(`${frame}\r\n`), crc: 'hj212' }),
    );
  });
}

/** All packets in the frame, without checking the CRC. */
function packetsIn({ bytes, key }: SharedFrame): Packet[] {
  const options = key ? { key: Buffer.from(key, 'hex') } : {};
  const decoder = createDecoder({ crc: 'hj212', ...options });
  const found = [...decoder.push(bytes), ...decoder.end()].filter(({ ok }) => ok);
  const loose = createDecoder({ crc: 'none' });
  const all = found.length > 0 ? found : [...loose.push(bytes), ...loose.end()];
  return all.flatMap((one) => (one.ok ? [one.packet] : []));
}

const data = new Set(['2011', '2051', '2061', '2031']);
const reports = new Set(['2021', '2081', '3019', '3020']);
const answers = new Set(['9011', '9012', '9013', '9014']);

interface Expected {
  reasons: Map<string, number>;
  /** QN and command of the expected answers. */
  answers: string[];
  rows: Set<string>;
}

/** The expected outcome of a packet, computed independently of the gateway. */
function judge(packet: Packet, codes: ReadonlySet<string>, expected: Expected, oldest: number): void {
  const count = (reason: string) => {
    expected.reasons.set(reason, (expected.reasons.get(reason) ?? 0) + 1);
  };
  const { cn, mn } = packet;
  if (!mn) return count('mn');
  if (answers.has(cn)) return;
  const exchange = readExchange(packet);
  if (cn === '9015' || cn === '1013') {
    expected.answers.push(`${exchange} 9013`);
    return;
  }
  if (reports.has(cn)) {
    if (packet.wantsAnswer) expected.answers.push(`${exchange} 9014`);
    return;
  }
  if (!data.has(cn)) return count(/^[123]/.test(cn) ? 'unsupported' : 'unknownCommand');
  const text = /DataTime=(\d{14,17})/.exec(packet.cp)?.[1] ?? '';
  const time = readPacketTime(text);
  if (!time) return count('time');
  const ts = Date.UTC(
    time.year,
    time.month - 1,
    time.day,
    time.hour - 8,
    time.minute,
    time.second,
    time.millisecond,
  );
  if (ts < oldest) return count('old');
  const sent = readFactors(packet.cp);
  const known = sent.filter(({ code }) => codes.has(code.toLowerCase()));
  if (known.length === 0) return count(sent.length > 0 ? 'channel' : 'empty');
  for (let unknown = sent.length - known.length; unknown > 0; unknown--) count('channel');
  if (known.some(({ Rtd, Avg, value }) => (Rtd ?? Avg ?? value ?? null) === null)) count('value');
  expected.rows.add(`${mn} ${cn} ${ts}`);
  if (packet.wantsAnswer) expected.answers.push(`${exchange} 9014`);
}

async function knownCodes(): Promise<Set<string>> {
  const { rows } = await fixture.test.app.pool.query(
    'select unnest(aliases || array[channel_code, gb_code]) as code from basic_channel',
  );
  return new Set([...rows.map(({ code }) => String(code).toLowerCase()), ...Object.values(aliases).flat()]);
}

/** Codes of water stations and chimneys have no channel here; some get an alias, so that they are stored too. */
const aliases = { 'PM2.5': ['w01018'], PM10: ['a01011'], CO: ['w01001'] };

async function refusedSoFar(): Promise<Map<string, number>> {
  await fixture.test.ingest.flush();
  const { rows } = await fixture.test.app.pool.query(
    'select reason, sum(count)::int as count from gateway_refusal group by reason',
  );
  return new Map(rows.map(({ reason, count }) => [reason, count]));
}

async function storedSoFar(): Promise<Set<string>> {
  const { rows } = await fixture.test.app.pool.query(
    `select mn || ' ' || kind || ' ' || (extract(epoch from ts) * 1000)::bigint as place
     from reading join site using (site_id)`,
  );
  return new Set(rows.map(({ place }) => place));
}

/** Registers all senders, with the CRC and the key of their frames. */
async function register(frames: readonly SharedFrame[]): Promise<void> {
  const { directory } = fixture.test.ingest;
  for (const frame of frames) {
    for (const { mn } of packetsIn(frame)) {
      if (!mn || directory.findByMn(mn)) continue;
      const keyed = frames.find((each) => each.key && packetsIn(each).some((packet) => packet.mn === mn));
      const facts = { mn, aliases, crc: frame.crc, ...(keyed?.key && { sm4Key: keyed.key }) };
      (await fixture.addStation(facts)).end();
    }
  }
}

async function play(frames: readonly SharedFrame[], oldest: number) {
  const expected: Expected = {
    reasons: new Map(await refusedSoFar()),
    answers: [],
    rows: await storedSoFar(),
  };
  const codes = await knownCodes();
  const { waitUntilProcessed, ...station } = await fixture.addStation();
  await waitUntilProcessed();
  for (const frame of frames) {
    const known = packetsIn(frame).every((packet) => {
      const device = fixture.test.ingest.directory.findByMn(packet.mn ?? '');
      return !frame.wrong || (frame.crc !== 'hj212' && device?.check.crc === frame.crc);
    });
    const reason = frame.wrong ?? 'crc';
    if (!known || packetsIn(frame).length === 0) {
      expected.reasons.set(reason, (expected.reasons.get(reason) ?? 0) + 1);
    } else {
      for (const packet of packetsIn(frame)) judge(packet, codes, expected, oldest);
    }
    station.send(frame.bytes);
  }
  await waitUntilProcessed();
  await soon(() => fixture.test.ingest.pipeline.depth).toBe(0);
  await waitUntilProcessed();
  const heartbeats = 3;
  // Reports are acknowledged once they are in the log, after packets that were sent later.
  const answersOf = () => station.received.filter(({ cn }) => cn !== '1012');
  await soon(() => answersOf().length).toBe(expected.answers.length + heartbeats);
  const answered = answersOf().map((packet) => `${readExchange(packet)} ${packet.cn}`);
  expect(answered.toSorted()).toEqual(expect.arrayContaining(expected.answers));
  // A value is refused once the log has been asked whether it answers a command.
  await soon(refusedSoFar).toEqual(expected.reasons);
  expect(await storedSoFar()).toEqual(expected.rows);
  station.end();
}

describe.skipIf(!present)(`frames of real devices${absent}`, () => {
  const frames = present ? [...readVectors(), ...readDevices(), ...readSessions()] : [];

  it('are too old, answered, or refused with their own reason', async () => {
    expect(frames.length).toBeGreaterThan(250);
    await register(frames);
    await play(frames, testNow - 1098 * DAY_MS);
  });

  it('are stored and answered within the retention', async () => {
    const { pool } = fixture.test.app;
    await pool.query(`insert into sys_config (config_name, config_key, config_value, config_type)
      values ('days', 'data.readingDays', '36000', 'N') on conflict (config_key) do update set config_value = '36000'`);
    await fixture.test.app.parameters.clear();
    await fixture.test.ingest.flush();
    await play(frames, 0);
    expect((await storedSoFar()).size).toBeGreaterThan(50);
  });

  it('are not changed by a repeat', async () => {
    const dump = async () => {
      const { rows } = await fixture.test.app.pool.query(
        'select (reading.*)::text as row, xmin::text from reading order by 1',
      );
      return rows;
    };
    const before = await dump();
    await play(frames, 0);
    expect(await dump()).toEqual(before);
  });
});
