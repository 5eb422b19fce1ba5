import { DAY_MS } from '@limpid/contract/durations';
import type pg from 'pg';
import { copyOut } from '../../platform/db/copy-binary.ts';
import { plainQuality, type Sample } from './averaging/averaging.rule.ts';
import { assessMarks, unpackDay, unpackSamples } from './blocks/block.rule.ts';
import { joinReadings, listPackedDays, type PackedDay, readLoose } from './blocks/block.store.ts';
import { countingExtents, unpackExtremes } from './extremes.rule.ts';
import { siteCondition, timestampLiteral } from './literal.store.ts';
import { packMarks } from './marks.rule.ts';
import type { PacketKind, Reading } from './reading.ts';

/** Reads the samples of sites in `[from, to)`, site by site in the order of time, including packed days. */
export async function readSamples(
  client: pg.PoolClient,
  sites: readonly number[],
  bounds: readonly [number, number],
  kinds: readonly PacketKind[],
  slots: readonly number[],
  onSite: (siteId: number, samples: Sample[]) => void,
): Promise<void> {
  const packed = await listPackedDays(client, sites, bounds, slots);
  const rest = sites.filter((siteId) => !packed.has(siteId));
  if (rest.length > 0) await readLooseSamples(client, rest, bounds, kinds, slots, onSite);
  if (packed.size === 0) return;
  const loose = new Map<number, Sample[]>();
  await readLooseSamples(client, [...packed.keys()], bounds, kinds, slots, (siteId, added) =>
    loose.set(siteId, added),
  );
  for (const [siteId, days] of packed) {
    const looseSamples = loose.get(siteId) ?? [];
    const samples: Sample[] = [];
    for (const day of days) {
      const isLate = looseSamples.some(({ ts }) => isWithin(ts, day));
      const found = isLate
        ? await joinDay(client, siteId, day, slots)
        : unpackSamples(day, slots.at(-1) ?? 0);
      for (const sample of found) {
        if (sample.ts >= bounds[0] && sample.ts < bounds[1] && kinds.includes(sample.kind))
          samples.push(sample);
      }
    }
    const others = looseSamples.filter(({ ts }) => !days.some((day) => isWithin(ts, day)));
    if (others.length > 0) {
      samples.push(...others);
      samples.sort((a, b) => a.ts - b.ts || a.kind - b.kind);
    }
    if (samples.length > 0) onSite(siteId, samples);
  }
}

function isWithin(ts: number, { start }: PackedDay): boolean {
  return ts >= start && ts < start + DAY_MS;
}

/** Merges a packed day with readings that arrived later. */
async function joinDay(
  client: pg.PoolClient,
  siteId: number,
  packed: PackedDay,
  slots: readonly number[],
): Promise<Sample[]> {
  const late = await readLoose(client, [siteId], [packed.start, packed.start + DAY_MS]);
  const { readings } = joinReadings(unpackDay(siteId, packed), late);
  return readings.map((reading) => toSample(reading, slots));
}

function toSample(reading: Reading, slots: readonly number[]): Sample {
  const { kind, ts, slots: reportedSlots, values: sent, marks, extremes } = reading;
  const values = new Float32Array((slots.at(-1) ?? 0) + 1).fill(Number.NaN);
  for (const [index, slot] of reportedSlots.entries()) values[slot] = sent[index] ?? Number.NaN;
  const packed = packMarks(marks);
  const extents = countingExtents(extremes, packed);
  const quality = packed ? assessMarks(packed, values) : plainQuality;
  return { kind, ts, values, quality, ...(extents && { extents }) };
}

async function readLooseSamples(
  client: pg.PoolClient,
  sites: readonly number[],
  [from, to]: readonly [number, number],
  kinds: readonly PacketKind[],
  slots: readonly number[],
  onSite: (siteId: number, samples: Sample[]) => void,
): Promise<void> {
  const width = (slots.at(-1) ?? 0) + 1;
  const columns = ['site_id', 'kind', 'ts', 'marks', 'extremes', ...slots.map((slot) => `s${slot}`)].join(
    ', ',
  );
  let current = 0;
  let samples: Sample[] = [];
  const finish = () => {
    if (samples.length > 0) onSite(current, samples);
    samples = [];
  };
  await copyOut(
    client,
    `select ${columns} from reading where ${siteCondition(sites)}
     and ts >= ${timestampLiteral(from)} and ts < ${timestampLiteral(to)} and kind in (${kinds.join(', ')})
     order by site_id, ts, kind`,
    (row) => {
      const siteId = row.int4();
      if (siteId !== current) finish();
      current = siteId;
      // Only kinds of `packetKinds` are stored.
      const kind = row.int2() as PacketKind;
      const ts = row.timestamp();
      const marks = row.bytes();
      const extremes = row.bytes();
      const values = new Float32Array(width).fill(Number.NaN);
      for (const slot of slots) values[slot] = row.real();
      const sample: Sample = { kind, ts, values, quality: marks ? assessMarks(marks, values) : plainQuality };
      const extents = extremes ? countingExtents(unpackExtremes(extremes), marks) : undefined;
      if (extents) sample.extents = extents;
      samples.push(sample);
    },
  );
  finish();
}
