import { plainQuality, type Sample, type SampleQuality, slotBit } from '../averaging/averaging.rule.ts';
import { countingExtents, toNumber } from '../extremes.rule.ts';
import { eachMarked, packMarks, unpackMarks } from '../marks.rule.ts';
import { type Extreme, type PacketKind, packetKinds, type Reading } from '../reading.ts';
import { compressBlock, expandBlock } from './compress-block.rule.ts';
import { VarintReader, VarintWriter } from './varint.rule.ts';

/**
 * Packs a day of one site into few bytes. The spine has the moment, kind, rank and marks of every reading; each slot has a block
 * of values in the order of the spine. Both begin with a version and a checksum of their content.
 */
export interface DayBlock {
  spine: Buffer;
  values: Map<number, Buffer>;
  /** Min and Max of means, for the slots that have any; days packed before these were stored have none. */
  lows: Map<number, Buffer>;
  highs: Map<number, Buffer>;
}

const plainFloats = 15;
const mostDecimals = 4;

export function packDay(readings: readonly Reading[]): DayBlock {
  const sorted = readings.toSorted((a, b) => a.ts - b.ts || a.kind - b.kind);
  const slots = [...new Set(sorted.flatMap((reading) => reading.slots))].toSorted((a, b) => a - b);
  const [values, lows, highs] = [
    new Map<number, Buffer>(),
    new Map<number, Buffer>(),
    new Map<number, Buffer>(),
  ];
  const hasExtremes = sorted.some(({ extremes }) => extremes);
  for (const slot of slots) {
    const line = sorted.map((reading) => reading.values[reading.slots.indexOf(slot)] ?? null);
    const extremes = hasExtremes ? sorted.map((reading) => findExtreme(reading, slot)) : [];
    const isExtreme = extremes.some((extreme) => extreme);
    // Extremes are stored beside values, also beside an invalid one.
    if (isExtreme || line.some((value) => value !== null)) values.set(slot, packValues(line));
    if (!isExtreme) continue;
    lows.set(slot, packValues(extremes.map((extreme) => extreme?.low ?? null)));
    highs.set(slot, packValues(extremes.map((extreme) => extreme?.high ?? null)));
  }
  return { spine: packSpine(sorted), values, lows, highs };
}

function findExtreme({ extremes }: Reading, slot: number): Extreme | undefined {
  return extremes?.find((extreme) => extreme.slot === slot);
}

/** Unpacks readings with the slots whose blocks are given. */
export function unpackDay(siteId: number, block: DayBlock): Reading[] {
  const { spine, values } = block;
  const readings: Reading[] = [];
  eachMoment(spine, (kind, ts, rank, marks) => {
    readings.push({ siteId, kind, ts, hour: 0, rank, slots: [], values: [], marks: unpackMarks(marks) });
  });
  for (const [slot, block] of values) {
    for (const [index, value] of unpackValues(block, readings.length).entries()) {
      const reading = readings[index];
      if (Number.isNaN(value) || !reading) continue;
      reading.slots.push(slot);
      reading.values.push(value);
    }
  }
  for (const reading of readings) addMarked(reading);
  eachExtreme(block, readings.length, (index, extreme) => {
    const reading = readings[index];
    if (reading) reading.extremes = [...(reading.extremes ?? []), extreme];
  });
  return readings;
}

/** Unpacks the readings of a spine that have marks, without values: most days have none. */
export function unpackMarked(siteId: number, spine: Buffer): Reading[] {
  const readings: Reading[] = [];
  eachMoment(spine, (kind, ts, rank, marks) => {
    if (!marks) return;
    const reading = { siteId, kind, ts, hour: 0, rank, slots: [], values: [], marks: unpackMarks(marks) };
    addMarked(reading);
    readings.push(reading);
  });
  return readings;
}

/** Iterates over the extremes of a day with their index in the spine. */
function eachExtreme(
  { lows, highs }: DayBlock,
  count: number,
  onExtreme: (index: number, extreme: Extreme) => void,
): void {
  for (const [slot, packed] of lows) {
    const packedHighs = highs.get(slot);
    const low = unpackValues(packed, count);
    const high = packedHighs && unpackValues(packedHighs, count);
    for (let index = 0; index < count; index++) {
      const extent = { low: toNumber(low[index]), high: toNumber(high?.[index]) };
      if (extent.low !== null || extent.high !== null) onExtreme(index, { slot, ...extent });
    }
  }
}

/** Unpacks valid values only, up to a slot: the fast path for frequent queries. */
export function unpackSamples(block: DayBlock, lastSlot: number): Sample[] {
  const { spine, values } = block;
  const samples: Sample[] = [];
  const marked = new Map<Sample, Buffer>();
  eachMoment(spine, (kind, ts, _rank, marks) => {
    const values = new Float32Array(lastSlot + 1).fill(Number.NaN);
    const sample: Sample = { kind, ts, values, quality: plainQuality };
    samples.push(sample);
    if (marks) marked.set(sample, marks);
  });
  for (const [slot, block] of values) {
    const line = unpackValues(block, samples.length);
    for (let index = 0; index < line.length; index++) {
      const sample = samples[index];
      if (sample) sample.values[slot] = line[index] ?? Number.NaN;
    }
  }
  for (const [sample, marks] of marked) sample.quality = assessMarks(marks, sample.values);
  const extremes = new Map<number, Extreme[]>();
  eachExtreme(block, samples.length, (index, extreme) => {
    const existing = extremes.get(index);
    if (existing) existing.push(extreme);
    else extremes.set(index, [extreme]);
  });
  for (const [index, ofReading] of extremes) {
    const sample = samples[index];
    const extents = sample && countingExtents(ofReading, marked.get(sample) ?? null);
    if (extents) sample.extents = extents;
  }
  return samples;
}

/** Counts marked values: sent and invalid, entered without being sent, and out of range. */
export function assessMarks(marks: Buffer, values: Float32Array): SampleQuality {
  let [added, absent, given, unmeasured] = [0, 0, 0, 0];
  const invalidSlots: number[] = [];
  let outOfRange: Map<number, number> | undefined;
  eachMarked(marks, (slot, came, edited, outside, imported) => {
    if (edited || imported) unmeasured |= slotBit(slot);
    const value = values[slot];
    if (outside !== undefined) (outOfRange ??= new Map()).set(slot, outside);
    if (came) {
      if (Number.isNaN(value)) invalidSlots.push(slot);
      return;
    }
    absent++;
    if (edited) given++;
    if (value !== undefined && !Number.isNaN(value)) added++;
  });
  const invalid = invalidSlots.length;
  const shown = {
    ...(outOfRange && { outOfRange }),
    ...(invalid > 0 && { invalidSlots }),
    ...(unmeasured !== 0 && { unmeasured }),
  };
  if (absent === 0) return { invalid, added, origin: 'sent', ...shown };
  const valid = values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
  const isSent = invalid + valid - added > 0;
  return { invalid, added, origin: isSent ? 'sent' : given > 0 ? 'edited' : 'withdrawn', ...shown };
}

/** Adds null for invalid values, which exist only as marks. */
function addMarked(reading: Reading): void {
  for (const { slot } of reading.marks) {
    if (reading.slots.includes(slot)) continue;
    reading.slots.push(slot);
    reading.values.push(null);
  }
}

function packSpine(readings: readonly Reading[]): Buffer {
  const out = new VarintWriter();
  out.unsigned(readings.length);
  let [ts, rank] = [0, 0];
  for (const reading of readings) {
    // QN advances with the time of readings, so only the deviation from the expected rank is stored.
    const expected = rank + 2 * (reading.ts - ts);
    out.signed(reading.ts - ts);
    out.unsigned(packetKinds.indexOf(reading.kind));
    out.signed(reading.rank - expected);
    const marks = packMarks(reading.marks);
    out.unsigned(marks?.length ?? 0);
    if (marks) out.bytes(marks);
    [ts, rank] = [reading.ts, reading.rank];
  }
  return compressBlock(out.view());
}

/** Iterates over the moments of a spine. */
export function eachMoment(
  block: Buffer,
  onMoment: (kind: PacketKind, ts: number, rank: number, marks: Buffer | null) => void,
): void {
  const input = new VarintReader(expandBlock(block));
  let [ts, rank] = [0, 0];
  for (let left = input.unsigned(); left > 0; left--) {
    const step = input.signed();
    // Written by packSpine, from the same list.
    const kind = packetKinds[input.unsigned()] as PacketKind;
    rank += 2 * step + input.signed();
    ts += step;
    const size = input.unsigned();
    onMoment(kind, ts, rank, size > 0 ? Buffer.from(input.bytes(size)) : null);
  }
}

/** Packs decimal values as differences of integers, and others as transposed bytes of floats. */
function packValues(line: readonly (number | null)[]): Buffer {
  const out = new VarintWriter();
  const present = line.filter((value) => value !== null);
  const decimals = findDecimals(present);
  out.unsigned(decimals ?? plainFloats);
  const whole = present.length === line.length;
  out.unsigned(whole ? 1 : 0);
  if (!whole) out.bytes(bitmapOf(line));
  if (decimals === undefined) out.bytes(transpose(Buffer.from(new Float32Array(present).buffer)));
  else {
    const factor = 10 ** decimals;
    let before = 0;
    for (const value of present) {
      const next = Math.round(value * factor);
      out.signed(next - before);
      before = next;
    }
  }
  return compressBlock(out.view());
}

/** The values in the order of the spine, NaN for a missing value. */
function unpackValues(block: Buffer, count: number): Float32Array {
  const input = new VarintReader(expandBlock(block));
  const decimals = input.unsigned();
  const whole = input.unsigned() === 1;
  const bitmap = whole ? undefined : input.bytes(Math.ceil(count / 8));
  const isThere = (index: number) => !bitmap || (((bitmap[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
  const line = new Float32Array(count).fill(Number.NaN);
  const next = decimals === plainFloats ? readFloats(input) : readDecimals(input, 10 ** decimals);
  for (let index = 0; index < count; index++) if (isThere(index)) line[index] = next();
  return line;
}

function readFloats(input: VarintReader): () => number {
  const bytes = transpose(input.rest(), true);
  let at = -4;
  return () => bytes.readFloatLE((at += 4));
}

function readDecimals(input: VarintReader, factor: number): () => number {
  let before = 0;
  return () => {
    before += input.signed();
    return before / factor;
  };
}

/** The fewest decimals that restore every value exactly; undefined if there are none. */
function findDecimals(values: readonly number[]): number | undefined {
  for (let decimals = 0; decimals <= mostDecimals; decimals++) {
    const factor = 10 ** decimals;
    const exact = values.every((value) => {
      // Adding 0 turns −0 into 0.
      const scaled = Math.round(value * factor) + 0;
      return Math.abs(scaled) < 2 ** 40 && Object.is(Math.fround(scaled / factor), value);
    });
    if (exact) return decimals;
  }
  return undefined;
}

function bitmapOf(line: readonly (number | null)[]): Buffer {
  const bitmap = Buffer.alloc(Math.ceil(line.length / 8));
  for (const [index, value] of line.entries()) {
    if (value !== null) bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (1 << (index & 7));
  }
  return bitmap;
}

/** First bytes of all floats, then the second ones …: similar neighbours compress well. */
function transpose(bytes: Buffer, back = false): Buffer {
  const count = bytes.length / 4;
  const turned = Buffer.allocUnsafe(bytes.length);
  for (let index = 0; index < count; index++) {
    for (let part = 0; part < 4; part++) {
      const [from, to] = back
        ? [part * count + index, index * 4 + part]
        : [index * 4 + part, part * count + index];
      turned[to] = bytes[from] ?? 0;
    }
  }
  return turned;
}
