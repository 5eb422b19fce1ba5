import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeAnswer } from './answers.ts';
import { decodeAll, decodePackets, joinNoise } from './decode.fixture.ts';
import { createDecoder } from './decoder.ts';
import { encodeFrame, encodePacket, type PacketFields } from './encode.ts';
import { readFactors } from './factors.ts';
import { readFields } from './fields.ts';
import { writeNumber } from './numbers.ts';

const token = fc.stringMatching(/^[A-Za-z0-9_]{1,24}$/);
const item = fc.tuple(token, fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.constantFrom('N', 'D', 'T'));
const packet = fc.record({
  version: fc.constantFrom('2005', '2017', '2025'),
  qn: fc.constantFrom('20261115083000123', '20240229235959999'),
  st: fc.constantFrom('22', '39', '91'),
  cn: fc.constantFrom('2011', '2051', '9014', '1062'),
  pw: token,
  mn: token,
  wantsAnswer: fc.boolean(),
  items: fc.array(item, { maxLength: 8 }).map((items) =>
    items.map(([code, value, flag]) => [
      { name: `${code}-Rtd`, value: writeNumber(Number(value.toFixed(3))) },
      { name: `${code}-Flag`, value: flag },
    ]),
  ),
}) satisfies fc.Arbitrary<PacketFields>;
const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 });
const key = Buffer.from('0123456789abcdef');

/** Pieces of valid and invalid frames, and garbage that resembles them. */
const piece = fc.oneof(
  packet.map((fields) => encodePacket(fields)),
  packet.map((fields) => encodePacket(fields).subarray(0, -2)),
  fc.tuple(packet, fc.nat(400)).map(([fields, cut]) => encodePacket(fields).subarray(0, cut)),
  fc.tuple(packet, fc.nat(9999)).map(([fields, length]) => {
    const frame = Buffer.from(encodePacket(fields));
    frame.write(String(length).padStart(4, '0'), 2);
    return frame;
  }),
  fc.uint8Array({ maxLength: 40 }),
  fc
    .constantFrom('#', '##', '##00', '###0101', '&&', '\r\n', '\n##0000', '##0002&&FFFF', '&&1C80', '##9999')
    .map(Buffer.from),
);
const stream = fc.array(piece, { maxLength: 8 }).map((pieces) => Buffer.concat(pieces));

test('decodes what it has encoded, in any pieces, plain or encrypted', () => {
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 4 }), sizes, fc.boolean(), (packets, pieces, enciphered) => {
      const options = enciphered ? { key } : {};
      const bytes = Buffer.concat(packets.map((fields) => encodePacket(fields, options)));
      const decoded = decodePackets(bytes, options, pieces);
      expect(
        decoded.map(({ version, qn, st, cn, pw, mn, wantsAnswer }) => ({
          version,
          qn,
          st,
          cn,
          pw,
          mn,
          wantsAnswer,
        })),
      ).toEqual(packets.map(({ items: _, ...header }) => header));
      expect(decoded.map(({ cp }) => readFields(cp))).toEqual(packets.map(({ items }) => items.flat()));
    }),
    { numRuns: 300 },
  );
});

test('never throws, accounts for every byte, and gives the same result for any pieces', () => {
  fc.assert(
    fc.property(
      stream,
      sizes,
      fc.constantFrom('hj212', 'none', 'modbus'),
      fc.boolean(),
      (bytes, pieces, crc, keyed) => {
        const options = keyed ? ({ crc, key } as const) : ({ crc } as const);
        const whole = decodeAll(bytes, options);
        const cut = decodeAll(bytes, options, pieces);
        const counted = whole.decoded.reduce((sum, each) => sum + each.bytes, whole.lineEnds);
        expect(counted).toBe(bytes.length);
        expect(cut.lineEnds).toBe(whole.lineEnds);
        expect(joinNoise(cut.decoded)).toEqual(joinNoise(whole.decoded));
      },
    ),
    { numRuns: 1000 },
  );
});

test('finds a frame on its own line after any bytes', () => {
  fc.assert(
    fc.property(stream, packet, sizes, (before, fields, pieces) => {
      const bytes = Buffer.concat([before, Buffer.from('\r\n'), encodePacket(fields)]);
      const last = decodePackets(bytes, {}, pieces).at(-1);
      expect(last).toMatchObject({ mn: fields.mn, cn: fields.cn });
    }),
    { numRuns: 500 },
  );
});

test('never keeps more than one frame', () => {
  fc.assert(
    fc.property(fc.array(stream, { maxLength: 4 }), (chunks) => {
      const decoder = createDecoder();
      let open = 0;
      for (const chunk of chunks) {
        const before = decoder.lineEnds;
        const counted = decoder.push(chunk).reduce((sum, each) => sum + each.bytes, 0);
        open += chunk.length - counted - (decoder.lineEnds - before);
        expect(open).toBeLessThanOrEqual(2 * 10_009);
      }
    }),
  );
});

test.each(['##9999QN=1;CP=&&', '##X', '##0300&&', 'x'])(
  'never keeps more after %j, however long the line is',
  (head) => {
    const decoder = createDecoder();
    let open = 0;
    for (let pushed = 0; pushed < 300; pushed++) {
      const chunk = Buffer.from(pushed === 0 ? head : 'a1-Rtd=1;'.repeat(100));
      const counted = decoder.push(chunk).reduce((sum, each) => sum + each.bytes, 0);
      open += chunk.length - counted;
      expect(open).toBeLessThanOrEqual(2 * 10_009);
    }
  },
);

test('reads factors of any CP as finite numbers or null, and can answer every packet', () => {
  const separators = fc.constantFrom(
    ';',
    ',',
    '=',
    '-',
    '//',
    '-Rtd=',
    '-Flag=',
    '1',
    '.',
    'e5',
    ' ',
    '#',
    'QN=',
  );
  const text = fc.array(fc.oneof(separators, fc.string({ unit: 'grapheme', maxLength: 5 })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, fc.string({ unit: 'grapheme', maxLength: 70 }), (parts, mn) => {
      const frame = encodeFrame(`CN=2011;MN=${mn.replaceAll(';', '')};CP=&&${parts.join('')}&&`);
      for (const decoded of decodePackets(frame)) {
        for (const { Rtd, value } of readFactors(decoded.cp)) {
          for (const number of [Rtd, value]) expect(number ?? 0).toSatisfy(Number.isFinite);
        }
        const [answer] = decodePackets(encodeAnswer(decoded, { cn: '9014' }));
        expect(answer).toMatchObject({ cn: '9014', st: '91', mn: decoded.mn });
      }
    }),
    { numRuns: 500 },
  );
});
