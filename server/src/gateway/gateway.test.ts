import { MINUTE_MS } from '@limpid/contract/durations';
import { encodeCommand } from '@limpid/hj212/commands';
import { createDecoder } from '@limpid/hj212/decoder';
import { encodeFrame } from '@limpid/hj212/encode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packetKind } from '../features/reading/reading.ts';
import { testNow } from '../testing/clock.ts';
import { soon } from '../testing/soon.ts';
import { dataFrames, stationTime } from '../testing/stations.ts';
import { type GatewayFixture, lastMinute, openGatewayFixture } from './gateway.fixture.ts';

let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await openGatewayFixture();
});

afterAll(() => fixture.close());

const values = { a34004: 35.5, a34002: 80 };
const qnOf = (at: number) => stationTime(at);

async function changes(siteId: number): Promise<unknown[]> {
  const { rows } = await fixture.test.app.pool.query(
    'select channel_code, old_value, new_value, reason from data_log where site_id = $1 order by 1, 2',
    [siteId],
  );
  return rows;
}

describe('a packet of data', () => {
  it('is stored and then answered with 9014: same QN, PW and MN, ST 91, and its version', async () => {
    const { mn, siteId, ...station } = await fixture.addStation();
    station.send(...dataFrames({ mn, at: lastMinute, values }));
    const answer = await station.answer(qnOf(lastMinute));
    expect(answer).toMatchObject({ cn: '9014', st: '91', mn, pw: '123456', flag: 4, cp: '' });
    expect(await fixture.rows(siteId)).toMatchObject([
      { kind: packetKind.realtime, ts: lastMinute, marked: false, s1: 35.5, s2: 80 },
    ]);
    expect(await fixture.refusals(mn)).toEqual({});
  });

  it.each([
    ['2005', 0, null, `CN=2011;QN=${qnOf(lastMinute)}`],
    ['2017', 4, qnOf(lastMinute), ''],
    ['2025', 8, qnOf(lastMinute), ''],
  ] as const)('of %s is answered in the form of %s', async (version, flag, qn, cp) => {
    const { mn, siteId, ...station } = await fixture.addStation();
    station.send(...dataFrames({ mn, at: lastMinute, values, version }));
    expect(await station.answer(qnOf(lastMinute))).toMatchObject({ cn: '9014', version, flag, qn, cp });
    expect(await fixture.rows(siteId)).toHaveLength(1);
  });

  it('is stored without an answer if it requests none', async () => {
    const { mn, siteId, waitUntilProcessed, ...station } = await fixture.addStation();
    station.send(...dataFrames({ mn, at: lastMinute, values, wantsAnswer: false }));
    await soon(() => fixture.rows(siteId)).toHaveLength(1);
    await waitUntilProcessed();
    expect(station.received.map(({ cn }) => cn)).toEqual(['9013']);
  });

  it('is one row for each kind', async () => {
    const { mn, siteId, ...station } = await fixture.addStation();
    for (const [index, cn] of ['2011', '2051', '2061', '2031'].entries()) {
      const qn = qnOf(lastMinute + index);
      station.send(...dataFrames({ mn, at: lastMinute, values, cn, qn }));
      expect(await station.answer(qn)).toMatchObject({ cn: '9014' });
    }
    expect((await fixture.rows(siteId)).map(({ kind }) => kind)).toEqual([
      packetKind.realtime,
      packetKind.day,
      packetKind.minute,
      packetKind.hour,
    ]);
  });

  it('is stored as one row if it comes in parts, in any order, with an answer for each part', async () => {
    const { mn, siteId, ...station } = await fixture.addStation();
    const parts = (at: number) => [
      dataFrames({ mn, at, values: { a34004: 1 }, qn: qnOf(at), pnum: 2, pno: 1 }),
      dataFrames({ mn, at, values: { a34002: 2 }, qn: qnOf(at + 1), pnum: 2, pno: 2 }),
    ];
    const orders = [parts(lastMinute), parts(lastMinute - MINUTE_MS).reverse()];
    for (const [first = [], second = []] of orders) {
      station.send(...first);
      await soon(() => fixture.test.ingest.pipeline.depth).toBe(0);
      station.send(...second);
    }
    for (const at of [lastMinute, lastMinute - MINUTE_MS]) {
      expect(await station.answer(qnOf(at))).toMatchObject({ cn: '9014' });
      expect(await station.answer(qnOf(at + 1))).toMatchObject({ cn: '9014' });
    }
    expect(await fixture.rows(siteId)).toMatchObject([
      { ts: lastMinute - MINUTE_MS, s1: 1, s2: 2 },
      { ts: lastMinute, s1: 1, s2: 2 },
    ]);
    expect(await changes(siteId)).toEqual([]);
  });
});

describe('a report without measured values', () => {
  it.each([
    [
      '2021',
      'SB1-RS=1;SB2-RS=4',
      [
        ['SB1', '1'],
        ['SB2', '4'],
      ],
    ],
    ['2081', 'RestartTime=20261115075900', [['RestartTime', '20261115075900']]],
    ['3020', 'PolId=a34004;i11001-Info=//清洗管路; ok//', [['i11001', '清洗管路; ok']]],
  ])('is stored once for %s, listed, and answered afterwards', async (cn, cp, items) => {
    const { mn, siteId, ...station } = await fixture.addStation();
    const at = qnOf(lastMinute);
    const data = `DataTime=${at.slice(0, 14)};${cp}`;
    const segment = (qn: string) => `QN=${qn};ST=22;CN=${cn};PW=123456;MN=${mn};Flag=5;CP=&&${data}&&`;
    station.send(encodeFrame(segment(at)), encodeFrame(segment(at)));
    await soon(() => station.received).toHaveLength(2);
    expect(await station.answer(at)).toMatchObject({ cn: '9014', st: '91', mn });
    const token = await fixture.test.login();
    const { body } = await fixture.test.send('GET', `/ingest/report/list?siteId=${siteId}&kind=${cn}`, {
      token,
    });
    const polId = cn === '3020' ? 'a34004' : null;
    const content = { polId, items: items.map(([code, value]) => ({ code, value })) };
    expect(body).toMatchObject({ total: 1, rows: [{ siteId, mn, kind: cn, content, raw: data }] });
    const { rows } = await fixture.test.app.pool.query(
      'select extract(epoch from ts) * 1000 as at from station_report where site_id = $1',
      [siteId],
    );
    expect(Number(rows[0].at)).toBe(Math.floor(lastMinute / 1000) * 1000);
    expect(await fixture.refusals(mn)).toEqual({});
  });
});

describe('a repeated packet', () => {
  it('changes nothing and is answered each time', async () => {
    const { mn, siteId, ...station } = await fixture.addStation();
    const frames = dataFrames({ mn, at: lastMinute, values, flags: { a34002: 'D' } });
    station.send(...frames);
    await station.answer(qnOf(lastMinute));
    const before = await fixture.rows(siteId);
    station.send(...frames, ...frames);
    await soon(() => station.received).toHaveLength(3);
    // The row is not even rewritten: it still belongs to the first transaction.
    expect(await fixture.rows(siteId)).toEqual(before);
    expect(await changes(siteId)).toEqual([]);
  });

  it('is compared by its QN if its value differs, and the replaced value is recorded once', async () => {
    const { mn, siteId, ...station } = await fixture.addStation();
    const early = dataFrames({ mn, at: lastMinute, values: { a34004: 10, a34002: 5 } });
    const late = dataFrames({
      mn,
      at: lastMinute,
      values: { a34004: 11, a34002: 5 },
      qn: qnOf(lastMinute + 5),
    });
    station.send(...late);
    await station.answer(qnOf(lastMinute + 5));
    for (let count = 2; count < 5; count++) {
      station.send(...early);
      await soon(() => station.received).toHaveLength(count);
    }
    expect(await fixture.rows(siteId)).toMatchObject([{ s1: 11, s2: 5 }]);
    expect(await changes(siteId)).toEqual([
      { channel_code: 'PM2.5', old_value: '10 N', new_value: '11 N', reason: 'ingest.replaced' },
    ]);
  });

  it('replaces the first one with the same QN if it is re-issued', async () => {
    const { mn, siteId, ...station } = await fixture.addStation();
    station.send(...dataFrames({ mn, at: lastMinute, values: { a34004: 99 }, version: '2025' }));
    await station.answer(qnOf(lastMinute));
    station.send(...dataFrames({ mn, at: lastMinute, values: { a34004: 12 }, version: '2025', rf: true }));
    await soon(() => station.received).toHaveLength(2);
    expect(await fixture.rows(siteId)).toMatchObject([{ s1: 12 }]);
    expect(await changes(siteId)).toMatchObject([{ old_value: '99 N', new_value: '12 N' }]);
  });
});

describe('a setting of the device type', () => {
  it.each(['modbus', 'arc', 'none'] as const)('requires and sends its CRC %s', async (crc) => {
    const { mn, siteId, waitUntilProcessed, ...station } = await fixture.addStation({ crc });
    station.send(...dataFrames({ mn, at: lastMinute, values, encode: { crc } }));
    await station.answer(qnOf(lastMinute));
    expect(await fixture.rows(siteId)).toHaveLength(1);
    const answers = createDecoder({ crc: crc === 'none' ? 'hj212' : crc }).push(station.bytes());
    expect(answers).toMatchObject([{ ok: true }]);
    station.send(...dataFrames({ mn, at: lastMinute + 1000, values }));
    await waitUntilProcessed();
    await soon(() => fixture.test.ingest.pipeline.depth).toBe(0);
    expect(await fixture.refusals(mn)).toEqual(crc === 'none' ? {} : { crc: 1 });
    expect(await fixture.rows(siteId)).toHaveLength(crc === 'none' ? 2 : 1);
  });

  it('prefers its own aliases to general codes, in either case', async () => {
    const { mn, siteId, ...station } = await fixture.addStation({
      // It uses the code of PM10 for PM2.5.
      aliases: { 'PM2.5': ['a34002', 'DustFine'], O3: ['a21030'] },
    });
    const at = (seconds: number) => lastMinute + seconds * 1000;
    station.send(...dataFrames({ mn, at: at(0), values: { a34002: 7, PM10: 8, A21030: 9 } }));
    station.send(...dataFrames({ mn, at: at(1), values: { dustfine: 7, a34004: 6 } }));
    await station.answer(qnOf(at(0)));
    await station.answer(qnOf(at(1)));
    expect(await fixture.rows(siteId)).toMatchObject([
      { s1: 7, s2: 8, s6: 9 },
      { s1: 7, s2: null },
    ]);
  });

  it('accepts an MN in either case', async () => {
    const { siteId, ...station } = await fixture.addStation({ mn: 'mixedCASE000000000000001' });
    station.send(...dataFrames({ mn: 'MIXEDcase000000000000001', at: lastMinute, values }));
    // The answer has the MN as it was sent, because the station compares it.
    expect(await station.answer(qnOf(lastMinute))).toMatchObject({ mn: 'MIXEDcase000000000000001' });
    expect(await fixture.rows(siteId)).toHaveLength(1);
  });
});

describe('encrypted data', () => {
  const key = '0123456789abcdeffedcba9876543210';
  const other = 'f'.repeat(32);
  const frames = (mn: string, at: number, hex: string) =>
    dataFrames({ mn, at, values, version: '2025', encode: { key: Buffer.from(hex, 'hex') } });

  it('are stored with the key of the site, and refused with another or none', async () => {
    const { mn, siteId, waitUntilProcessed, ...station } = await fixture.addStation({ sm4Key: key });
    station.send(...frames(mn, lastMinute, key));
    expect(await station.answer(qnOf(lastMinute))).toMatchObject({ cn: '9014', flag: 8 });
    station.send(...frames(mn, lastMinute + 1000, other));
    await waitUntilProcessed();
    expect(await fixture.refusals(mn)).toEqual({ sm4: 1 });
    const plain = await fixture.addStation();
    await plain.waitUntilProcessed();
    plain.send(...frames(plain.mn, lastMinute, key));
    await plain.waitUntilProcessed();
    expect(await fixture.refusals(plain.mn)).toEqual({ encrypted: 1 });
    expect([await fixture.rows(siteId), await fixture.rows(plain.siteId)]).toMatchObject([
      [{ s1: 35.5 }],
      [],
    ]);
  });
});

describe('a packet without data', () => {
  it('is answered with 9013 if it is a heartbeat', async () => {
    const { waitUntilProcessed, received } = await fixture.addStation();
    await waitUntilProcessed();
    expect(received).toMatchObject([{ cn: '9013', st: '91', flag: 8, cp: '' }]);
  });

  it('is answered with an acknowledgement and the time at the station if it is a time request', async () => {
    const { mn, ...station } = await fixture.addStation({ zone: 'Europe/Paris' });
    const qn = qnOf(lastMinute);
    station.send(encodeCommand(1013, { version: '2017', qn, st: '22', pw: '123456', mn }, {}));
    await soon(() => station.received).toHaveLength(2);
    expect(station.received).toMatchObject([
      { cn: '9013', qn },
      { cn: '1012', mn, pw: '123456', wantsAnswer: true },
    ]);
    const digits = /SystemTime=(\d{14})/.exec(station.received[1]?.cp ?? '')?.[1] ?? '';
    const sentTime = digits.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
    const clock = new Date(testNow).toLocaleString('sv-SE', { timeZone: 'Europe/Paris' });
    expect(Math.abs(Date.parse(sentTime) - Date.parse(`${clock.replace(' ', 'T')}Z`))).toBeLessThan(
      MINUTE_MS,
    );
  });

  it('is not refused if it answers a command', async () => {
    const { mn, waitUntilProcessed, ...station } = await fixture.addStation();
    for (const cn of ['9011', '9012', '9013', '9014']) {
      const header = `QN=${qnOf(lastMinute)};ST=91;CN=${cn};PW=123456;MN=${mn};Flag=4`;
      station.send(encodeFrame(`${header};CP=&&QnRtn=1&&`));
    }
    await waitUntilProcessed();
    expect(await fixture.refusals(mn)).toEqual({});
    expect(station.received).toHaveLength(1);
  });
});
