import { describe, expect, test } from 'vitest';
import { decodePacket, decodePackets } from './decode.fixture.ts';
import { encodeData, encodeFrame, encodePacket, type PacketFields } from './encode.ts';
import { readFactors } from './factors.ts';
import { readFields } from './fields.ts';

const time = [{ name: 'DataTime', value: '20261115080000' }];
const reading: PacketFields = {
  version: '2025',
  qn: '20261115120000007',
  st: '22',
  cn: '2061',
  pw: '123456',
  mn: '010000A8900016F000169DC0',
  wantsAnswer: true,
  rf: true,
  items: [
    time,
    [
      { name: 'a34004-Avg', value: '55.3' },
      { name: 'a34004-Flag', value: 'N' },
    ],
  ],
};

test('writes a packet as the standard does', () => {
  expect(encodePacket(reading).toString()).toBe(
    '##0145QN=20261115120000007;ST=22;CN=2061;PW=123456;MN=010000A8900016F000169DC0;Flag=9;RF=1;CP=&&DataTime=20261115080000;a34004-Avg=55.3,a34004-Flag=N&&9481\r\n',
  );
  expect(
    encodePacket({
      ...reading,
      version: '2017',
      qn: '20160801085857535',
      st: '32',
      rf: false,
      pnum: 2,
      pno: 2,
      items: [
        [{ name: 'DataTime', value: '20160801080000' }],
        ['Cou=63.0', 'Min=40.1', 'Avg=40.1', 'Max=40.1', 'Flag=N'].map((pair) => {
          const [suffix = '', value = ''] = pair.split('=');
          return { name: `w01018-${suffix}`, value };
        }),
      ],
    }).toString(),
  ).toBe(
    '##0201QN=20160801085857535;ST=32;CN=2061;PW=123456;MN=010000A8900016F000169DC0;Flag=7;PNUM=2;PNO=2;CP=&&DataTime=20160801080000;w01018-Cou=63.0,w01018-Min=40.1,w01018-Avg=40.1,w01018-Max=40.1,w01018-Flag=N&&E2C1\r\n',
  );
});

test('counts bytes in length and CRC', () => {
  const log = { name: 'i11001-Info', value: '//清洗管路; a=1//' };
  const packet = decodePacket(encodePacket({ ...reading, items: [[log]] }));
  expect(readFields(packet.cp)).toEqual([log]);
});

test('writes the digits of each CRC mode', () => {
  const ends = (['hj212', 'modbus', 'arc'] as const).map((crc) =>
    encodeFrame('123456789', crc).toString().slice(15, 19),
  );
  expect(ends).toEqual(['2F80', '4B37', 'BB3D']);
});

test('requires the QN except in 2005', () => {
  const without = { ...reading, rf: false, qn: null };
  expect(decodePacket(encodePacket({ ...without, version: '2005' })).qn).toBeNull();
  expect(() => encodePacket(without)).toThrow(/^qn/);
});

test.each<[string, Partial<PacketFields>]>([
  ['qn', { qn: '20261115120000' }],
  ['qn', { qn: '20261315120000007' }],
  ['qn', { version: '2005', rf: false, qn: '' }],
  ['st', { st: '222' }],
  ['st', { st: '2;' }],
  ['cn', { cn: '206' }],
  ['cn', { cn: '2061;' }],
  ['pw', { pw: '' }],
  ['pw', { pw: '12;456' }],
  ['mn', { mn: 'A'.repeat(25) }],
  ['mn', { mn: 'a\nb' }],
  ['pnum', { pnum: 2 }],
  ['pnum', { pnum: 0, pno: 0 }],
  ['pno', { pnum: 2, pno: 3 }],
  ['pno', { pnum: 2, pno: 1.5 }],
  ['rf', { version: '2017' }],
  ['name', { items: [[{ name: 'a=b', value: '1' }]] }],
  ['name', { items: [[{ name: '', value: '1' }]] }],
  ['x-Rtd', { items: [[{ name: 'x-Rtd', value: '1;y=2' }]] }],
  ['x-Rtd', { items: [[{ name: 'x-Rtd', value: '1&&' }]] }],
  ['x-Rtd', { items: [[{ name: 'x-Rtd', value: '1\r\n' }]] }],
  ['x-Info', { items: [[{ name: 'x-Info', value: '//a&&b//' }]] }],
  ['segment', { items: [[{ name: 'x-Info', value: `//${'长'.repeat(350)}//` }]] }],
])('names a wrong %s', (field, wrong) => {
  expect(() => encodePacket({ ...reading, ...wrong })).toThrow(RangeError);
  expect(() => encodePacket({ ...reading, ...wrong })).toThrow(new RegExp(`^${field}:`));
});

test.each(['NewPW', 'FtpPassword', 'SK-Info'])('does not quote a wrong %s', (name) => {
  const items = [[{ name, value: 'se=cret' }]];
  expect(() => encodePacket({ ...reading, items })).toThrow(new RangeError(`${name}: ******`));
});

describe('data above 1024 bytes', () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, at) => [
      { name: `a${10000 + at}-Rtd`, value: String(at) },
      { name: `a${10000 + at}-Flag`, value: 'N' },
    ]);

  test.each([1, 20, 30, 31, 32, 33, 34, 35, 60, 200])(
    'splits %d factors into complete parts of at most 1024 bytes',
    (count) => {
      const frames = encodeData({ ...reading, items: [time, ...items(count)] });
      const parts = frames.map((frame) => decodePacket(frame));
      for (const frame of frames) expect(frame.length).toBeLessThanOrEqual(1036);
      const codes = parts
        .flatMap(({ cp }) => readFactors(cp))
        .map(({ code, Rtd, Flag }) => ({ code, Rtd, Flag }));
      expect(codes).toEqual(
        Array.from({ length: count }, (_, at) => ({ code: `a${10000 + at}`, Rtd: at, Flag: 'N' })),
      );
      if (frames.length === 1) {
        expect(parts[0]).toMatchObject({ split: false, pnum: null, flag: 9 });
        return;
      }
      parts.forEach(({ flag, split, pnum, pno, qn, cp }, at) => {
        expect({ flag, split, pnum, pno }).toEqual({
          flag: 11,
          split: true,
          pnum: parts.length,
          pno: at + 1,
        });
        expect(qn).toBe(`202611151200000${String(7 + at).padStart(2, '0')}`);
        expect(cp.startsWith('DataTime=20261115080000;')).toBe(true);
      });
      // No part but the last has room for one more item.
      const full = frames.slice(0, -1).map((frame) => frame.length);
      for (const length of full) expect(length).toBeGreaterThan(1036 - 60);
    },
  );

  test('encodes a segment of exactly 1024 bytes as one frame, and one more byte as two', () => {
    const sized = (extra: number) => [
      time,
      [{ name: 'x', value: '1'.repeat(400) }],
      [{ name: 'y', value: '1'.repeat(400 + extra) }],
    ];
    const base = encodePacket({ ...reading, items: sized(0) });
    const room = 1036 - base.length;
    expect(encodeData({ ...reading, items: sized(room) })).toHaveLength(1);
    expect(
      encodeData({ ...reading, items: sized(room + 1) }).map((frame) => decodePackets(frame).length),
    ).toEqual([1, 1]);
  });

  test.each(['M', 'MM', 'MMM'])(
    'leaves room for the numbers of ten and more parts beside the MN %s',
    (mn) => {
      const items = Array.from({ length: 4000 }, () => [{ name: 'x', value: '' }]);
      const frames = encodeData({ ...reading, mn, items: [time, ...items] });
      expect(frames.length).toBeGreaterThan(10);
      expect(frames.flatMap((frame) => readFields(decodePacket(frame).cp))).toHaveLength(
        4000 + frames.length,
      );
    },
  );

  test('refuses an item that fits into no part', () => {
    const items = [time, [{ name: 'x', value: '1'.repeat(1000) }]];
    expect(() => encodeData({ ...reading, items })).toThrow(/^segment/);
  });

  test('encodes an empty list of items as one empty packet', () => {
    expect(encodeData({ ...reading, items: [] })).toHaveLength(1);
  });
});
