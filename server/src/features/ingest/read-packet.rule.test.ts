import { DAY_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeReadings } from '../reading/merge.rule.ts';
import { makeChannel, makeDevice, makePacket, testMoment, toRow } from '../reading/reading.fixture.ts';
import { bits, type PacketKind, packetKind, packetKinds } from '../reading/reading.ts';
import { findKind, readDataPacket } from './read-packet.rule.ts';

const device = makeDevice();
const header = (cn: string, more = '') => `QN=20261115080000000;ST=22;CN=${cn};PW=1;MN=M;Flag=5${more}`;
const old2005 = 'ST=22;CN=2011;PW=1;MN=M;Flag=1';

function read(
  cp: string,
  { kind = packetKind.realtime as PacketKind, head = header(String(kind)), on = device } = {},
) {
  return readDataPacket(makePacket(cp, head), kind, on, testMoment, testMoment - 30 * DAY_MS);
}

function row(cp: string, options?: Parameters<typeof read>[1]) {
  const outcome = read(`DataTime=20261115080000;${cp}`, options);
  if ('refused' in outcome) throw new Error(outcome.refused);
  return toRow(outcome.reading);
}

describe('the command', () => {
  it('determines the kind of values', () => {
    expect(['2011', '2051', '2061', '2031'].map(findKind)).toEqual([...packetKinds]);
    expect(['2021', '2041', '9014', '', '02011'].map(findKind)).toEqual(Array(5).fill(undefined));
  });

  it.each<[PacketKind, string, number]>([
    [packetKind.realtime, 'a34004-Rtd=1,a34004-Avg=2', 1],
    [packetKind.realtime, 'a34004-Avg=2', 2],
    [packetKind.realtime, 'a34004=3', 3],
    [packetKind.minute, 'a34004-Min=0,a34004-Avg=2,a34004-Max=9', 2],
    [packetKind.hour, 'a34004-Rtd=1', 1],
    [packetKind.day, 'a34004-Rtd=1;a34004-Avg=2', 2],
  ])('%i determines the value that is taken from %s', (kind, cp, value) => {
    expect(row(cp, { kind }).columns).toEqual({ s1: value });
  });
});

describe('a channel', () => {
  it.each(['a34004-Rtd=5', 'A34004-Rtd=5', 'PM25-Rtd=5', 'pm25=5', ' a34004-Rtd = 5 '])(
    'is known as %s',
    (cp) => {
      expect(row(cp).columns).toEqual({ s1: 5 });
    },
  );

  it('is reported if the device type does not have it, and does not affect the others', () => {
    const outcome = read(
      'DataTime=20261115080000;a34004-Rtd=5,a34004-Flag=N;w01018-Rtd=1,w01018-Flag=N;x-Rtd=1',
    );
    expect(outcome).toMatchObject({ reading: { slots: [1] }, unknown: ['w01018', 'x'], unreadable: 0 });
  });

  it.each([
    ['w01018-Rtd=1;w21003-Rtd=2', { refused: 'channel', detail: 'w01018,w21003' }],
    ['', { refused: 'empty', detail: '' }],
    ['a34002', { reading: { slots: [2], values: [null] } }],
  ])('is read or refused alone: %s', (cp, expected) => {
    expect(read(`DataTime=20261115080000;${cp}`)).toMatchObject(expected);
  });

  it('gives the same result in either order if it is sent twice in a packet', () => {
    const values = ['a34004-Rtd=5,a34004-Flag=N', 'PM25-Rtd=6,PM25-Flag=N', 'a34004-Rtd=7,a34004-Flag=D'];
    const orders = fc.shuffledSubarray(values, { minLength: values.length });
    fc.assert(
      fc.property(orders, (order) => {
        expect(row(order.join(';'))).toEqual(row(values.join(';')));
      }),
    );
    expect(row(values.join(';')).columns).toEqual({ s1: 6 });
  });
});

describe('a flag', () => {
  it.each<[string, number | undefined, string | null]>([
    ['N', 5, null],
    ['S', 5, 'S'],
    ['n', 5, null],
    ...[...'DCMTBFP'].map((flag): [string, undefined, string] => [flag, undefined, flag]),
    ['2', undefined, '2'],
    ['Ā', undefined, '?'],
    ['—', undefined, '?'],
  ])('%s decides whether the value is valid', (flag, value, kept) => {
    const outcome = read(`DataTime=20261115080000;a34004-Rtd=5,a34004-Flag=${flag}`);
    if ('refused' in outcome) throw new Error(outcome.refused);
    const { reading } = outcome;
    expect(toRow(reading).columns['s1']).toBe(value);
    expect(reading.marks[0]?.flag ?? null).toBe(kept);
    expect(toRow(mergeReadings(reading, reading).merged)).toEqual(toRow(reading));
  });

  it.each([
    ['0', null],
    ['1', 5],
    ['2', null],
    ['3', 5],
    ['N', 5],
    ['D', null],
  ])('%s is a digit or letter of an air station of 2005', (flag, value) => {
    const columns = row(`a34004-Rtd=5,a34004-Flag=${flag}`, { head: old2005 }).columns;
    expect(columns['s1'] ?? null).toBe(value);
  });

  it('belongs to the previous value if it has no code; a value without a flag is normal', () => {
    expect(row('a34004-Rtd=5;Flag=D;a34002-Rtd=6').columns).toEqual({ s2: 6 });
  });
});

describe('a value', () => {
  it.each(['NaN', '--', '', 'Infinity', '1e39', '0x10'])(
    'is kept as unreadable if it is not a number: %s',
    (text) => {
      const outcome = read(`DataTime=20261115080000;a34004-Rtd=${text},a34004-Flag=N;a34002-Rtd=1`);
      const marks = [{ slot: 1, flag: 'N', bits: bits.unreadable, raw: null, rank: null }];
      expect(outcome).toMatchObject({ unreadable: 1, reading: { values: [null, 1], marks } });
    },
  );

  it('is kept with a mark as it was sent if it is out of range', () => {
    const marks = [{ slot: 1, flag: 'N', bits: bits.range, raw: -5, rank: null }];
    expect(read('DataTime=20261115080000;a34004-Rtd=-5')).toMatchObject({
      reading: { values: [null], marks },
    });
  });

  it('is corrected by the K and B of its own time, however late it arrives', () => {
    const since = testMoment - DAY_MS;
    const on = makeDevice({ coefficients: { 1: [{ since, k: 2, b: 1 }] } });
    const value = (time: string) => {
      const outcome = read(`DataTime=${time};a34004-Rtd=10`, { on });
      return 'refused' in outcome ? outcome.refused : outcome.reading.values[0];
    };
    expect([value('20261115080000'), value('20261114080000'), value('20261114075959')]).toEqual([21, 21, 10]);
  });
});

describe('the time of a packet', () => {
  it.each([
    ['20990101000000', 'future'],
    ['20261116080001', 'future'],
    ['20261016075959', 'old'],
    ['20000101080000', 'old'],
    ['19991231235959', 'time'],
    ['00010101000000', 'time'],
    ['20260229000000', 'time'],
    ['20261131000000', 'time'],
    ['20261115240000', 'time'],
    ['20261115', 'time'],
    ['', 'time'],
    ['yesterday', 'time'],
  ])('is refused if it is %s, with the reason %s', (time, refused) => {
    expect(read(`DataTime=${time};a34004-Rtd=1`)).toMatchObject({ refused });
  });

  it('is refused if it is missing', () => {
    expect(read('a34004-Rtd=1')).toEqual({ refused: 'time', detail: '' });
  });

  it.each([
    ['20261116080000', testMoment + DAY_MS],
    ['20261016080000', testMoment - 30 * DAY_MS],
    ['20261115080000123', testMoment + 123],
  ])('is accepted if it is %s', (time, ts) => {
    expect(read(`DataTime=${time};a34004-Rtd=1`)).toMatchObject({ reading: { ts } });
  });

  it('may be a leap day', () => {
    const now = Date.UTC(2028, 2, 1);
    const packet = makePacket('DataTime=20280229120000;a34004-Rtd=1');
    expect(readDataPacket(packet, packetKind.realtime, device, now, 0)).toMatchObject({
      reading: { ts: Date.UTC(2028, 1, 29, 4) },
    });
  });

  it.each([
    ['Asia/Shanghai', '20261115083000', '2026-11-15T00:30:00Z', '2026-11-15T00:00:00Z'],
    ['Europe/Paris', '20261115003000', '2026-11-14T23:30:00Z', '2026-11-14T23:00:00Z'],
    ['Asia/Kathmandu', '20261115001000', '2026-11-14T18:25:00Z', '2026-11-14T18:15:00Z'],
  ])('is read on the clock of %s', (zone, time, ts, hour) => {
    const outcome = read(`DataTime=${time};a34004-Rtd=1`, { on: makeDevice({ zone }) });
    expect(outcome).toMatchObject({ reading: { ts: Date.parse(ts), hour: Date.parse(hour) } });
  });
});

describe('the rank', () => {
  const rank = (head: string) => row('a34004-Rtd=1', { head }).rank;

  it('grows with QN, then with RF', () => {
    const ranks = [
      rank(old2005),
      rank(header('2011')),
      rank(header('2011', ';RF=1')),
      rank(header('2011').replace('080000000', '080000001')),
    ];
    expect(ranks.toSorted((a, b) => a - b)).toEqual(ranks);
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it.each(['QN=00010101000000000', 'QN=1617955917963', 'QN=x'])('treats %s like a missing QN', (qn) => {
    const outcome = read('DataTime=20261115080000;a34004-Rtd=1', { head: `${qn};${old2005}` });
    if ('refused' in outcome) throw new Error(outcome.refused);
    expect(toRow(mergeReadings(outcome.reading, outcome.reading).merged)).toEqual(toRow(outcome.reading));
    expect(outcome.reading.rank).toBe(0);
  });
});

describe('the number of factors', () => {
  const factors = (count: number) =>
    Array.from({ length: count }, (_, index) => `f${index}-Rtd=${index},f${index}-Flag=N`).join(';');
  const channels = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`f${index}`, makeChannel(index + 1)]),
  );

  it('may be 128', () => {
    const outcome = read(`DataTime=20261115080000;${factors(128)}`, { on: makeDevice({ channels }) });
    expect(outcome).toMatchObject({
      reading: { slots: Array.from({ length: 128 }, (_, index) => index + 1) },
    });
  });

  it('is refused from 200 on', () => {
    expect(read(`DataTime=20261115080000;${factors(200)}`)).toEqual({ refused: 'factors', detail: '200' });
  });
});
