import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type CrcMode, computeCrc, writeCrc } from '../src/crc.ts';
import { decodeAll, decodeFailures, decodePackets, joinNoise } from '../src/decode.fixture.ts';
import { readFactors } from '../src/factors.ts';

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url));
const present = existsSync(`${shared}vectors/hj212.json`);
const absent = present ? '' : ' (skipped: ../shared is not there)';

interface Vectors {
  crc: { checks: { input?: string; inputHex?: string; crc: string }[] };
  vectors: {
    name: string;
    packet: string;
    valid: boolean;
    crcComputed: string;
    crcModbus?: string;
    reason?: string;
    sm4?: { keyHex: string; ciphertextHex: string; clearTail: string };
  }[];
  streams: { name: string; chunks: string[]; expectPackets: number }[];
}

interface RealFrame {
  frame: string;
  valid: boolean;
  len_ok: boolean;
  crc_kind: string;
  QN: string;
  ST: string;
  CN: string;
  MN: string;
  Flag: string;
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(shared + path, 'utf8'));
}

const ownVectors: Vectors = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'));
const sets: [string, Vectors][] = [
  ['of the repository', ownVectors],
  ...(present ? [['of ../shared', readJson<Vectors>('vectors/hj212.json')] as [string, Vectors]] : []),
];

describe.each(sets)('vectors %s', (_, { crc, vectors, streams }) => {
  test('have the check values of the standard', () => {
    for (const { input, inputHex, crc: expected } of crc.checks) {
      const bytes = inputHex ? Buffer.from(inputHex, 'hex') : Buffer.from(input ?? '');
      expect(writeCrc(computeCrc(bytes, 'hj212'))).toBe(expected);
    }
  });

  test.each(vectors.filter(({ valid }) => valid))('decodes $name', ({ packet, crcComputed }) => {
    expect(decodePackets(packet, {}, [13])).toHaveLength(1);
    expect(decodeFailures(packet)).toEqual([]);
    expect(writeCrc(computeCrc(Buffer.from(packet.slice(6, -6)), 'hj212'))).toBe(crcComputed);
  });

  test.each(vectors.filter(({ valid }) => !valid))('refuses $name', ({ packet, reason = '' }) => {
    expect(decodeFailures(packet)).toEqual(['crc']);
    expect(decodePackets(packet)).toEqual([]);
    const mode = /crc=(modbus|arc)/.exec(reason)?.[1] as CrcMode | undefined;
    if (mode) expect(decodePackets(packet, { crc: mode })).toHaveLength(1);
  });

  test.each(vectors.filter(({ sm4 }) => sm4))('decrypts $name', ({ packet, sm4 }) => {
    const key = Buffer.from(sm4?.keyHex ?? '', 'hex');
    const bytes = Buffer.from(packet);
    Buffer.from(sm4?.ciphertextHex ?? '', 'hex').copy(bytes, packet.indexOf('CP=&&') + 5);
    const [plain] = decodePackets(packet);
    expect(decodePackets(bytes, { key })).toEqual([{ ...plain, encrypted: true }]);
    expect(decodeFailures(bytes)).toEqual(['encrypted']);
  });

  test.each(streams)('decodes the stream $name', ({ chunks, expectPackets }) => {
    const text = chunks.join('');
    expect(
      decodePackets(
        text,
        {},
        chunks.map(({ length }) => length),
      ),
    ).toHaveLength(expectPackets);
    expect(decodePackets(text, {}, [1])).toHaveLength(expectPackets);
  });
});

describe.skipIf(!present)(`frames of real devices${absent}`, () => {
  const frames = present ? readJson<RealFrame[]>('data/hj212/hj212_frames.json') : [];

  test('include valid and invalid ones', () => {
    expect(frames.filter(({ valid }) => valid).length).toBeGreaterThan(150);
    expect(frames.filter(({ valid }) => !valid).length).toBeGreaterThan(5);
  });

  test.each(frames.filter(({ valid }) => valid))('decode: $frame', ({ frame, QN, ST, CN, MN, Flag }) => {
    const [packet, ...more] = decodePackets(`${frame}\r\n`);
    expect(more).toEqual([]);
    expect(packet).toMatchObject({ st: ST, cn: CN, mn: MN, flag: Flag === '' ? null : Number(Flag) });
    expect(packet?.qn ?? '').toBe(QN);
    for (const factor of readFactors(packet?.cp ?? '')) {
      expect([factor.value, factor.Rtd, factor.Avg, factor.Min, factor.Max]).not.toContain(null);
    }
  });

  test.each(frames.filter(({ valid }) => !valid))(
    'are refused ($crc_kind): $frame',
    ({ frame, len_ok, crc_kind }) => {
      expect(decodeFailures(`${frame}\r\n`)).toEqual([len_ok ? 'crc' : 'header']);
      const mode = /^crc16-(modbus|arc)$/.exec(crc_kind)?.[1] as CrcMode | undefined;
      if (mode) expect(decodePackets(frame, { crc: mode })).toHaveLength(1);
      if (len_ok) expect(decodePackets(frame, { crc: 'none' })).toHaveLength(1);
    },
  );

  test('are decoded in one stream, in any pieces', () => {
    const text = readFileSync(`${shared}data/hj212/hj212_frames.txt`);
    const whole = decodeAll(text);
    expect(whole.decoded.filter(({ ok }) => ok)).toHaveLength(frames.filter(({ valid }) => valid).length);
    for (const sizes of [[1], [7, 900], [1460]]) {
      expect(joinNoise(decodeAll(text, {}, sizes).decoded)).toEqual(joinNoise(whole.decoded));
    }
  });

  test.each([['session_Log_txt_4.csv.gz'], ['session_Log_txt_12.csv.gz']])(
    'decode in both directions of %s',
    (file) => {
      const log = gunzipSync(readFileSync(`${shared}data/hj212/${file}`)).toString();
      const lines = log.split('\n').filter((line) => line.includes('##'));
      for (const direction of [',tx,', ',rx,']) {
        const sent = lines
          .filter((line) => line.includes(direction))
          .map((line) => /##[^"\r]*/.exec(line)?.[0]);
        const { decoded } = decodeAll(sent.map((frame) => `${frame}\r\n`).join(''), {}, [1460]);
        expect(decoded.filter(({ ok }) => !ok)).toEqual([]);
        expect(decoded).toHaveLength(sent.length);
      }
    },
  );
});
