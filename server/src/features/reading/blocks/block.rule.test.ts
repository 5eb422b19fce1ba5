import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinEntries, listEntries } from '../merge.rule.ts';
import { bits, isValidFlag, type PacketKind, packetKind, type Reading } from '../reading.ts';
import { packDay, unpackDay, unpackSamples } from './block.rule.ts';

const start = Date.UTC(2026, 10, 15);

function canonical(readings: readonly Reading[]): unknown {
  return readings
    .map((reading) => joinEntries({ ...reading, hour: 0 }, listEntries(reading)))
    .toSorted((a, b) => a.ts - b.ts || a.kind - b.kind);
}
const roundTrip = (readings: Reading[]) => canonical(unpackDay(7, packDay(readings)));

const float = fc.float({ noNaN: true, noDefaultInfinity: true });
const decimal = fc.integer({ min: -99_999, max: 99_999 }).map((n) => Math.fround(n / 100));
const entry = fc.record({
  slot: fc.integer({ min: 1, max: 40 }),
  value: fc.option(fc.oneof(float, decimal)),
  flag: fc.constantFrom('N', 'N', 'N', 'S', 'D', 'C', 'T'),
  bits: fc.constantFrom(0, 0, 1, 2, 3, bits.absent, bits.imported),
  raw: fc.option(float),
  rank: fc.integer({ min: 0, max: 2 ** 46 }),
  extent: fc.option(fc.record({ low: fc.option(decimal), high: float }), { nil: undefined }),
  edit: fc.option(fc.record({ rank: fc.nat(2 ** 41), withdrawn: fc.boolean(), value: fc.option(float) }), {
    nil: undefined,
    freq: 4,
  }),
});
const day = fc.uniqueArray(
  fc.record({
    second: fc.integer({ min: 0, max: 86_399_999 }),
    kind: fc.constantFrom<PacketKind>(
      packetKind.realtime,
      packetKind.minute,
      packetKind.hour,
      packetKind.day,
    ),
    entries: fc.uniqueArray(entry, { selector: ({ slot }) => slot, minLength: 1, maxLength: 20 }),
  }),
  { selector: ({ second, kind }) => `${second} ${kind}`, maxLength: 60 },
);

describe('a packed day', () => {
  it('is restored exactly: gaps, flags, raw values, ranks, edits, Min and Max, and any float', () => {
    fc.assert(
      fc.property(day, (rows) => {
        const readings = rows.map(({ second, kind, entries }) =>
          joinEntries(
            { siteId: 7, kind, ts: start + second, hour: 0 },
            entries.map((one) => {
              // A withdrawn value has no value of its own.
              const edit = one.edit && { ...one.edit, value: one.edit.withdrawn ? null : one.edit.value };
              if (one.bits === bits.absent) return { ...one, value: null, raw: null, rank: 0, edit };
              // A value that counts was sent, and a sent value is readable.
              const isValid = (one.bits === 0 || one.bits === bits.imported) && isValidFlag(one.flag);
              const value = isValid ? (one.value ?? 0) : null;
              const raw = one.bits & bits.unreadable ? null : (one.raw ?? value ?? 0);
              return { ...one, value, raw, edit };
            }),
          ),
        );
        expect(roundTrip(readings)).toEqual(canonical(readings));
      }),
      { numRuns: 300 },
    );
  });

  it('distinguishes sent values from values entered without a sent one', () => {
    const place = { siteId: 7, kind: packetKind.minute, hour: 0 };
    const sent = { slot: 1, value: 5, flag: 'N', bits: 0, raw: 5, rank: 4 };
    const absent = { slot: 2, value: null, flag: 'N', bits: bits.absent, raw: null, rank: 0 };
    const wanted = (value: number | null) => ({ rank: 9, withdrawn: false, value });
    const withdrawn = { rank: 9, withdrawn: true, value: null };
    const rows = [
      [sent, { ...absent, edit: wanted(3) }],
      [{ ...sent, edit: wanted(null) }],
      [
        { ...sent, edit: withdrawn },
        { ...absent, edit: withdrawn },
      ],
      [{ ...absent, edit: wanted(3) }],
      [{ ...absent, edit: wanted(null) }],
      [{ ...absent, edit: withdrawn }],
    ];
    const day = packDay(rows.map((entries, n) => joinEntries({ ...place, ts: start + n }, entries)));
    expect(unpackSamples(day, 2).map(({ quality }) => quality)).toEqual([
      { invalid: 0, added: 1, origin: 'sent', unmeasured: 2 },
      { invalid: 1, added: 0, origin: 'sent', invalidSlots: [1], unmeasured: 1 },
      { invalid: 0, added: 0, origin: 'sent' },
      { invalid: 0, added: 1, origin: 'edited', unmeasured: 2 },
      { invalid: 0, added: 0, origin: 'edited', unmeasured: 2 },
      { invalid: 0, added: 0, origin: 'withdrawn' },
    ]);
  });

  it('has no Min and Max if it was packed before these were stored', () => {
    const place = { siteId: 7, kind: packetKind.minute, ts: start, hour: 0 };
    const entry = { slot: 1, value: 5, flag: 'N', bits: 0, raw: 5, rank: 4 };
    const block = packDay([joinEntries(place, [{ ...entry, extent: { low: 1, high: 9 } }])]);
    expect(unpackSamples(block, 1)[0]?.extents).toEqual(new Map([[1, { low: 1, high: 9 }]]));
    const older = { ...block, lows: new Map(), highs: new Map() };
    expect(unpackSamples(older, 1)[0]).not.toHaveProperty('extents');
    expect(unpackDay(7, older)).toEqual([joinEntries(place, [entry])]);
  });

  it('is empty without readings', () => {
    expect(roundTrip([])).toEqual([]);
  });

  it('takes at most 1.2 bytes per value: 16 channels a minute, with the steps and decimals of real ones', () => {
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const level = Array.from({ length: 16 }, () => 20 + random() * 60);
    const readings = Array.from({ length: 1440 }, (_, minute): Reading => {
      const ts = start + minute * MINUTE_MS;
      const values = level.map((value, n) => {
        const next = Math.max(0.1, value * (1 + (random() - 0.5) * 0.05));
        level[n] = next;
        return Math.fround(Math.round(next * 10) / 10);
      });
      const slots = values.map((_, n) => n + 1);
      const rank = 2 * (ts + 8 * HOUR_MS + Math.floor(random() * 900));
      return { siteId: 7, kind: packetKind.minute, ts, hour: 0, rank, slots, values, marks: [] };
    });
    const { spine, values } = packDay(readings);
    const bytes = [...values.values()].reduce((sum, block) => sum + block.length, spine.length);
    expect(bytes / (1440 * 16)).toBeLessThan(1.2);
    expect(roundTrip(readings)).toEqual(canonical(readings));
  });

  it('is refused if it is damaged', () => {
    const { spine, ...blocks } = packDay([
      {
        siteId: 7,
        kind: packetKind.realtime,
        ts: start,
        hour: 0,
        rank: 4,
        slots: [1],
        values: [5],
        marks: [],
      },
    ]);
    const other = Buffer.from(spine);
    other[1] = (other[1] ?? 0) ^ 1;
    expect(() => unpackDay(7, { ...blocks, spine: other })).toThrow('damaged');
    const newer = Buffer.from(spine);
    newer[0] = 9;
    expect(() => unpackDay(7, { ...blocks, spine: newer })).toThrow('version 9');
  });
});
