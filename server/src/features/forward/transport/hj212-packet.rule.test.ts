import { crcModes } from '@limpid/hj212/crc';
import { createDecoder } from '@limpid/hj212/decoder';
import type { EncodeOptions } from '@limpid/hj212/encode';
import type { Packet } from '@limpid/hj212/packet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDataPacket } from '../../ingest/read-packet.rule.ts';
import { packetKind, packetKinds, type Reading } from '../../reading/model.api.ts';
import { makeChannel, makeDevice } from '../../reading/reading.fixture.ts';
import { ForwardFailure, type ForwardPacket } from '../target.ts';
import { makeForwardPacket } from './forward-packet.fixture.ts';
import { encodeReading, type Hj212Format } from './hj212-packet.rule.ts';

const format: Hj212Format = {
  version: '2017',
  password: '123456',
  wantsAnswer: true,
  zone: 'Asia/Shanghai',
};
const qn = Date.UTC(2026, 10, 15, 0, 0, 5, 7);

function encode(packet: Partial<ForwardPacket>, to: Partial<Hj212Format> = {}, options: EncodeOptions = {}) {
  return encodeReading(makeForwardPacket({ qn, ...packet }), { ...format, ...to }, options);
}

function textOf(...args: Parameters<typeof encode>): string[] {
  return encode(...args).map(({ frame }) => frame.toString().slice(6, -6));
}

function decode(frame: Buffer, options: EncodeOptions): Packet {
  const [found, ...more] = createDecoder(options).push(frame);
  if (!found?.ok || more.length > 0) throw new Error('not one packet');
  return found.packet;
}

function failureOf(...args: Parameters<typeof encode>): ForwardFailure {
  try {
    encode(...args);
  } catch (error) {
    if (error instanceof ForwardFailure) return error;
  }
  throw new Error('encoded');
}

describe('a packet', () => {
  const header = 'QN=20261115080005007;ST=22;CN=2011;PW=123456;MN=LIMPID01;';
  const cp = 'CP=&&DataTime=20261115080000;a34004-Rtd=35.5,a34004-Flag=N;a34002-Flag=D&&';

  it.each([
    ['2005', 'Flag=1;'],
    ['2017', 'Flag=5;'],
    ['2025', 'Flag=9;'],
  ] as const)('of %s has its own Flag, and a flag alone where nothing was measured', (version, flag) => {
    expect(textOf({}, { version })).toEqual([`${header}${flag}${cp}`]);
  });

  it('has the password of its site, where it has one there', () => {
    const site = { ...makeForwardPacket().site, password: 'own123' };
    expect(textOf({ site })[0]).toContain(';PW=own123;MN=LIMPID01;');
  });

  it('asks for no answer if none is expected', () => {
    expect(textOf({}, { wantsAnswer: false })[0]).toContain(';Flag=4;');
  });

  it.each([
    ['2005', 'Flag=1;CP'],
    ['2017', 'Flag=5;CP'],
    ['2025', 'Flag=9;RF=1;CP'],
  ] as const)('that is sent late is marked in 2025 alone: %s', (version, expected) => {
    expect(textOf({ isReissued: true }, { version })[0]).toContain(expected);
  });

  it('has the wall clock of the receiver', () => {
    const [text] = textOf({}, { zone: 'Europe/Paris' });
    expect(text).toMatch(/^QN=20261115010005007;/);
    expect(text).toContain('DataTime=20261115010000;');
  });

  it.each([packetKind.minute, packetKind.hour, packetKind.day])('of means (%i) has Min and Max', (kind) => {
    const values = [
      { code: 'a34004', value: 35.5, low: 10, high: 80.25, flag: 'N' },
      { code: 'a34002', value: 50, low: null, high: null, flag: 'N' },
    ];
    const [text] = textOf({ kind, values });
    expect(text).toContain(`CN=${kind};`);
    expect(text).toContain(
      ';a34004-Min=10,a34004-Avg=35.5,a34004-Max=80.25,a34004-Flag=N;a34002-Avg=50,a34002-Flag=N&&',
    );
  });

  it.each([
    [Math.fround(35.1), '35.1'],
    [Math.fround(1e-7), '0.0000001'],
    [Math.fround(0.1) * 3, '0.3'],
    [-0, '0'],
    [Math.fround(123456.79), '123456.79'],
    [16_777_216, '16777216'],
    [Math.fround(3.4028234663852886e38), `34028235${'0'.repeat(31)}`],
  ])('writes %d as %s', (value, text) => {
    expect(textOf({ values: [{ code: 'x', value, low: null, high: null, flag: 'N' }] })[0]).toContain(
      `;x-Rtd=${text},`,
    );
  });

  it('of 2005 calls flags that this version does not have a fault', () => {
    const values = [...'NPFCMTDSB1?'].map((flag, n) => ({
      code: `c${n}`,
      value: 1,
      low: null,
      high: null,
      flag,
    }));
    const flags = (version: '2005' | '2017') =>
      [...(textOf({ values }, { version })[0] ?? '').matchAll(/-Flag=(.)/g)].map(([, flag]) => flag).join('');
    expect(flags('2005')).toBe('NPFCMTDSDDD');
    expect(flags('2017')).toBe('NPFCMTDSB1?');
  });

  it('that is too long is divided, and its parts have a QN each', () => {
    const values = Array.from({ length: 80 }, (_, n) => ({
      code: `a${10_000 + n}`,
      value: n,
      low: null,
      high: null,
      flag: 'N',
    }));
    const frames = encode({ values });
    expect(frames.map((each) => each.qn)).toEqual([
      '20261115080005007',
      '20261115080005008',
      '20261115080005009',
    ]);
    const packets = frames.map(({ frame }) => decode(frame, {}));
    expect(packets.map((each) => each.qn)).toEqual(frames.map((each) => each.qn));
    expect(packets.map(({ pnum, pno, wantsAnswer }) => [pnum, pno, wantsAnswer])).toEqual([
      [3, 1, true],
      [3, 2, true],
      [3, 3, true],
    ]);
  });

  const one = { value: 1, low: null, high: null, flag: 'N' };
  it.each<[string, Partial<ForwardPacket>, Partial<Hj212Format>, string]>([
    ['no values', { values: [] }, {}, 'no values'],
    ['a code with a blank', { values: [{ ...one, code: 'a 1' }] }, {}, 'name: "a 1-Rtd"'],
    ['an endless number', { values: [{ ...one, code: 'x', value: Infinity }] }, {}, 'not a decimal number'],
    ['an MN with a separator', { site: { siteName: '', mn: 'a;b', systemCode: '22' } }, {}, 'mn: "a;b"'],
    ['a password with a separator', {}, { password: 'top;secret' }, 'pw: ******'],
  ])('with %s cannot be sent', (_, packet, to, detail) => {
    const failure = failureOf(packet, to);
    expect(failure.reason).toBe('unusable');
    expect(failure.message).toContain(detail);
  });
});

const codes = Array.from({ length: 90 }, (_, n) => `a${10_001 + n}`);
const channels = Object.fromEntries(
  codes.map((code, n) => [code, makeChannel(n + 1, { min: null, max: null })]),
);
const number = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const orNull = fc.option(number, { nil: null });
const second = 1000;
const period = { min: Date.UTC(2001, 0) / second, max: Date.UTC(2037, 0) / second };
const key = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex');

const anyPacket = fc
  .record({
    kind: fc.constantFrom(...packetKinds),
    ts: fc.integer(period).map((seconds) => seconds * second),
    qn: fc.integer({ min: period.min * second, max: period.max * second }),
    isReissued: fc.boolean(),
    values: fc.subarray(codes, { minLength: 1, maxLength: 60 }).chain((chosen) =>
      fc.tuple(
        ...chosen.map((code) =>
          fc
            .record({
              value: orNull,
              range: fc.option(fc.tuple(number, number), { nil: null }),
              flag: fc.constantFrom(...'NNNSDCMTF'),
            })
            .map(({ value, range, flag }) => {
              const [low = null, high = null] = range?.toSorted((a, b) => a - b) ?? [];
              return { code, value, low, high, flag };
            }),
        ),
      ),
    ),
  })
  .map((packet) => makeForwardPacket(packet));

/** What our own ingest makes of the frames. */
function readBack(packet: ForwardPacket, to: Hj212Format, options: EncodeOptions): Reading[] {
  const device = makeDevice({ zone: to.zone, channels });
  return encodeReading(packet, to, options).map(({ frame }) => {
    const outcome = readDataPacket(decode(frame, options), packet.kind, device, packet.ts + second, 0);
    if ('refused' in outcome) throw new Error(`${outcome.refused} ${outcome.detail}`);
    return outcome.reading;
  });
}

it('the far side reads the same moment, values, extremes and flags', () => {
  fc.assert(
    fc.property(
      anyPacket,
      fc.constantFrom('2005', '2017', '2025'),
      fc.constantFrom('Asia/Shanghai', 'Europe/Paris', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'),
      fc.constantFrom(...crcModes),
      fc.boolean(),
      (packet, version, zone, crc, isEncrypted) => {
        const options = { crc, ...(isEncrypted && { key }) };
        const readings = readBack(packet, { ...format, version, zone }, options);
        expect(new Set(readings.map(({ ts }) => ts))).toEqual(new Set([packet.ts]));
        const found = readings.flatMap(({ slots, values, marks, extremes = [] }) =>
          slots.map((slot, at) => {
            const mark = marks.find((each) => each.slot === slot);
            const { low = null, high = null } = extremes.find((each) => each.slot === slot) ?? {};
            const value = values[at] ?? mark?.raw ?? null;
            return { code: codes[slot - 1], value, low, high, flag: mark?.flag ?? 'N' };
          }),
        );
        const isMean = packet.kind !== packetKind.realtime;
        expect(found).toEqual(
          packet.values.map((each) => (isMean ? each : { ...each, low: null, high: null })),
        );
      },
    ),
    { numRuns: 120 },
  );
});
