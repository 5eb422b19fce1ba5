import { createDecoder, type Decoded } from './src/decoder.ts';
import { encodeFrame, encodePacket } from './src/encode.ts';
import { readFactors } from './src/factors.ts';
import { readFields } from './src/fields.ts';
import type { DecodeFailure } from './src/reasons.ts';

export interface FuzzCounts {
  streams: number;
  bytes: number;
  sent: number;
  found: number;
  refused: Partial<Record<DecodeFailure, number>>;
  /** The maximum of bytes that were pushed and not yet accounted for. */
  held: number;
}

interface Stream {
  bytes: Buffer;
  /** Whether the decoder has the key of encrypted frames. */
  keyed: boolean;
  /** The MN of each undamaged frame on a line of its own. */
  expected: string[];
}

type Random = (below: number) => number;

const maxHeld = 2 * (2 + 4 + 9999 + 4);
const key = Buffer.from('limpid-fuzz-key!');
const noise = [
  '#',
  '##',
  '###',
  '##12',
  '&&',
  '&&1C80',
  '\r\n',
  '\n',
  'CP=&&',
  '##0000',
  '##9999',
  'IMEI86',
  ';',
  '\0',
];

/** Feeds broken streams to decoders until the time is over, and throws at the first violated guarantee. */
export function fuzzDecoder(seconds: number, seed: number): FuzzCounts {
  const counts: FuzzCounts = { streams: 0, bytes: 0, sent: 0, found: 0, refused: {}, held: 0 };
  const until = performance.now() + seconds * 1000;
  for (let run = seed; performance.now() < until; run++) {
    const random = createRandom(run);
    const stream = makeStream(random, run);
    try {
      feed(stream, random, counts);
    } catch (cause) {
      throw new Error(`seed ${run}: ${stream.bytes.toString('base64')}`, { cause });
    }
  }
  return counts;
}

/** mulberry32: a failing run is repeated by its seed. */
function createRandom(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

function makeStream(random: Random, run: number): Stream {
  const parts: Buffer[] = [];
  const expected: string[] = [];
  const keyed = random(4) > 0;
  for (let part = random(12) + 1; part > 0; part--) {
    const mn = `M${run}x${part}`;
    const enciphered = random(3) === 0;
    const frame = makeFrame(random, mn, enciphered);
    const kind = random(8);
    if (kind < 2) {
      parts.push(Buffer.from(random(2) ? '\r\n' : '\n'), frame);
      if (keyed || !enciphered) expected.push(mn);
    } else if (kind < 4) {
      parts.push(breakFrame(random, frame));
    } else if (kind < 5) {
      parts.push(malform(random, mn));
    } else if (kind < 7) {
      parts.push(Buffer.from(noise[random(noise.length)] ?? ''));
    } else {
      parts.push(Buffer.alloc(random(random(4) ? 100 : 40_000), 'x'));
    }
  }
  return { bytes: Buffer.concat(parts), expected, keyed };
}

/** A frame with correct length and CRC whose content cannot be read. */
function malform(random: Random, mn: string): Buffer {
  const segments = [`ST=22;PW=1;MN=${mn};CP=&&&&`, `ST=22;CN=2011;MN=${mn}`, `CN=2011;CP=&&a=\xff&&`];
  return encodeFrame(Buffer.from(segments[random(segments.length)] ?? '', 'latin1'));
}

function makeFrame(random: Random, mn: string, enciphered: boolean): Buffer {
  const items = Array.from({ length: random(14) }, () => {
    const code = `a${10000 + random(9999)}`;
    return [
      { name: `${code}-Rtd`, value: String(random(1e6) / 100) },
      { name: `${code}-Flag`, value: 'N' },
    ];
  });
  const log = [{ name: 'i11001-Info', value: '//清洗管路//' }];
  const header = {
    version: '2025' as const,
    qn: '20261115083000123',
    st: '22',
    cn: '2011',
    pw: '123456',
    mn,
  };
  const fields = { ...header, items: random(4) ? items : [...items, log] };
  const whole = encodePacket(fields, enciphered ? { key } : {});
  return random(2) ? whole : whole.subarray(0, -2);
}

/** Flips, removes, duplicates or inserts bytes, or declares a wrong length. */
function breakFrame(random: Random, whole: Buffer): Buffer {
  const frame = Buffer.from(whole);
  const at = random(frame.length);
  switch (random(5)) {
    case 0:
      frame[at] = random(256);
      return frame;
    case 1:
      return Buffer.concat([frame.subarray(0, at), frame.subarray(at + random(40))]);
    case 2:
      return Buffer.concat([
        frame.subarray(0, at),
        Buffer.from(noise[random(noise.length)] ?? ''),
        frame.subarray(at),
      ]);
    case 3:
      frame.write(String(random(random(2) ? 9999 : frame.length * 2)).padStart(4, '0'), 2);
      return frame;
    default:
      return frame.subarray(0, at);
  }
}

function feed({ bytes, expected, keyed }: Stream, random: Random, counts: FuzzCounts): void {
  const decoder = createDecoder(keyed ? { key } : {});
  const found = new Set<string | null>();
  let counted = 0;
  const take = (decoded: Decoded[]) => {
    for (const each of decoded) {
      counted += each.bytes;
      if (!each.ok) counts.refused[each.reason] = (counts.refused[each.reason] ?? 0) + 1;
      else if (readPacketParts(each.packet.cp)) found.add(each.packet.mn);
    }
  };
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random(random(2) ? 8 : 1500);
    take(decoder.push(bytes.subarray(at, at + size)));
    at = Math.min(at + size, bytes.length);
    counts.held = Math.max(counts.held, at - counted - decoder.lineEnds);
  }
  take(decoder.end());
  if (counted + decoder.lineEnds !== bytes.length) throw new Error(`${counted} bytes of ${bytes.length}`);
  if (counts.held > maxHeld) throw new Error(`${counts.held} bytes held`);
  const lost = expected.find((mn) => !found.has(mn));
  if (lost) throw new Error(`the frame of ${lost} was not found`);
  counts.streams++;
  counts.bytes += bytes.length;
  counts.sent += expected.length;
  counts.found += found.size;
}

function readPacketParts(cp: string): boolean {
  const wrong = readFactors(cp).find(({ Rtd, value }) => Number.isNaN(Rtd) || Number.isNaN(value));
  if (wrong) throw new Error(`${wrong.code} is not a number`);
  return readFields(cp).length >= 0;
}
