import { createDecoder } from '@limpid/hj212/decoder';
import { encodeFrame } from '@limpid/hj212/encode';
import type { Packet } from '@limpid/hj212/packet';
import fc from 'fast-check';
import { correctValue } from './correct.rule.ts';
import type { DatedCoefficient, DeviceChannel, SiteDevice } from './device.ts';
import { packExtremes } from './extremes.rule.ts';
import { packMarks } from './marks.rule.ts';
import { joinEntries } from './merge.rule.ts';
import { type Mark, packetKind, type Reading } from './reading.ts';

/** 15 November 2026, 8:00 in China. */
export const testMoment = Date.UTC(2026, 10, 15, 0);

export function makeChannel(slot: number, range: Partial<DeviceChannel> = {}): DeviceChannel {
  return { channelId: slot, code: `C${slot}`, slot, min: 0, max: 1000, ...range };
}

interface DeviceFacts {
  zone?: string;
  channels?: Record<string, DeviceChannel>;
  coefficients?: Record<number, DatedCoefficient[]>;
}

export function makeDevice({
  zone = 'Asia/Shanghai',
  channels,
  coefficients = {},
}: DeviceFacts = {}): SiteDevice {
  const channelsByCode = channels ?? { a34004: makeChannel(1), pm25: makeChannel(1), a34002: makeChannel(2) };
  return {
    siteId: 7,
    siteName: 'site',
    deptId: 100,
    mn: 'M',
    enabled: true,
    zone,
    interval: 60,
    password: null,
    newPasswords: [],
    sm4Required: false,
    mqtt: { allowed: false, topic: 'air/{mn}/data', answerTopic: null },
    httpKeyHash: null,
    check: { crc: 'hj212', sm4: null },
    kind: { protocol: 'hj212-2017', deviceTypeId: 1 },
    factCodes: { firmware: null, signal: null },
    referenceRequest: null,
    channels: new Map(Object.entries(channelsByCode)),
    ownCodes: new Map(),
    coefficients: new Map(Object.entries(coefficients).map(([id, list]) => [Number(id), list])),
  };
}

/** Makes a packet by decoding a frame, as the gateway does. */
export function makePacket(
  cp: string,
  header = 'QN=20261115080000000;ST=22;CN=2011;PW=1;MN=M;Flag=5',
): Packet {
  const [found] = createDecoder({ crc: 'none' }).push(encodeFrameOfAnySize(`${header};CP=&&${cp}&&`));
  if (!found?.ok) throw new Error(`no packet: ${found?.reason}`);
  return found.packet;
}

/** Creates a frame beyond the standard's size, which stations do send and `encodeFrame` refuses. */
function encodeFrameOfAnySize(segment: string): Buffer {
  if (Buffer.byteLength(segment) <= 1024) return encodeFrame(segment);
  return Buffer.from(`##${String(Buffer.byteLength(segment)).padStart(4, '0')}${segment}0000\r\n`);
}

/** The reading as a stored row. */
export function toRow({ rank, slots, values, marks, extremes }: Reading) {
  const columns = Object.fromEntries(
    slots.flatMap((slot, index) => (values[index] === null ? [] : [[`s${slot}`, values[index]]])),
  );
  const packed = [packMarks(marks), packExtremes(extremes)].map((bytes) => bytes?.toString('hex') ?? null);
  return { rank, columns, marks: packed[0], extremes: packed[1] };
}

const flags = [...'NNNSDCMTBF?'];
export const float = fc.float({ noNaN: true, noDefaultInfinity: true, min: -10, max: 1100 });
const rank = fc.nat(5);

/** Packets with the same key; few slots and ranks, so that they collide. */
export const somePackets = fc.array(
  fc.tuple(
    rank,
    fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.option(float), fc.constantFrom(...flags)), {
      minLength: 1,
      selector: ([slot]) => slot,
    }),
  ),
  { minLength: 1, maxLength: 6 },
);

const coefficients: DatedCoefficient[] = [{ since: 0, k: 1.1, b: -2 }];

/** Applies the rules to a packet: slots 1 and 2 have K and B, slots 3 and 4 have none. */
export function makePacketReading([packetRank, factors]: [
  number,
  [number, number | null, string][],
]): Reading {
  const values: (number | null)[] = [];
  const marks: Mark[] = [];
  for (const [slot, raw, flag] of factors) {
    const seen = correctValue(raw, flag, makeChannel(slot), slot < 3 ? coefficients : undefined, testMoment);
    values.push(seen.value);
    if (seen.mark) marks.push(seen.mark);
  }
  const slots = factors.map(([slot]) => slot);
  // Some packets have Min and Max, some of these only Max.
  const extremes = factors.flatMap(([slot, raw]) => {
    const width = (packetRank * 7 + slot) % 3;
    const [low, high] = [Math.fround((raw ?? 5) - width), Math.fround((raw ?? 5) + width)];
    return width === 0 ? [] : [{ slot, low: width === 1 ? low : null, high }];
  });
  const place = { siteId: 7, kind: packetKind.realtime, ts: testMoment, hour: testMoment };
  const reading = { ...place, rank: packetRank, slots, values, marks };
  return extremes.length > 0 ? { ...reading, extremes } : reading;
}

export function makeReading(siteId: number, value: number, facts: Partial<Reading> = {}): Reading {
  const entry = { slot: 1, value, raw: value, flag: 'N', bits: 0, rank: facts.rank ?? 0 };
  const kind = packetKind.realtime;
  return { ...joinEntries({ siteId, kind, ts: testMoment, hour: testMoment }, [entry]), ...facts };
}
