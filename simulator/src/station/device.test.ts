import { encodeAnswer } from '@limpid/hj212/answers';
import { type CommandArguments, type CommandCode, encodeCommand } from '@limpid/hj212/commands';
import { createDecoder } from '@limpid/hj212/decoder';
import { readFactors } from '@limpid/hj212/factors';
import { readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { readStationReport } from '@limpid/hj212/station-report';
import { describe, expect, it } from 'vitest';
import { createCity } from '../air/city.ts';
import { demoCities } from '../demo/demo-cities.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { distortColumns } from '../faults/faults.ts';
import { writeDigits } from '../local-time.ts';
import { Device, type DeviceOptions } from './device.ts';

const [facts] = demoCities;
const site = facts?.sites[0];
if (!facts || !site) throw new Error('no demo');
const city = createCity(facts);
const start = Date.UTC(2026, 10, 15, 0, 0, 0);
const key = Buffer.from('00112233445566778899aabbccddeeff', 'hex');

function makeDevice(options: Partial<DeviceOptions> = {}): Device {
  const { mn } = site ?? { mn: '' };
  const valuesAt = (time: number) => (site ? city.valuesAt(site, time) : {});
  return new Device({ mn, version: '2017', st: '22', zone: 'Asia/Shanghai', valuesAt, ...options });
}

function decode(frames: Buffer[], withKey?: Uint8Array) {
  return createDecoder({ key: withKey }).push(Buffer.concat(frames));
}

function read(frames: Buffer[], withKey?: Uint8Array): Packet[] {
  return decode(frames, withKey).map((one) => {
    if (!one.ok) throw new Error(one.reason);
    return one.packet;
  });
}

const dataTime = ({ cp }: Packet) => readFields(cp).find(({ name }) => name === 'DataTime')?.value;
const factorOf = (packet: Packet | undefined, code: string) =>
  readFactors(packet?.cp ?? '').find((factor) => factor.code === code);

/** Runs a device with a platform that answers everything; returns every packet. */
function run(device: Device, from: number, to: number, step = 10_000): Packet[] {
  const seen: Packet[] = [];
  for (let now = from; now < to; now += step) {
    const packets = read(device.tick(now), device.options.key);
    seen.push(...packets);
    for (const packet of packets) {
      if (/^[23]/.test(packet.cn)) device.receive(encodeAnswer(packet, { cn: '9014' }), now);
    }
  }
  return seen;
}

describe('a station', () => {
  it.each([
    ['3020', 'i23101', 'i23101-Info=V2.1'],
    ['2011', 'FwVer', 'FwVer-Info=V2.1'],
  ])('reports its firmware with %s under %s, and its signal among its data', (cn, code, field) => {
    const selfReport = { firmware: { code, version: 'V2.1' }, signal: { code: 'CSQ' } };
    const packets = run(makeDevice({ selfReport }), start, start + 2 * MINUTE_MS);
    const withField = packets.filter(({ cp }) => cp.includes(field));
    expect(new Set(withField.map((packet) => packet.cn))).toEqual(new Set([cn]));
    expect(packets.find((packet) => packet.cn === '2011')?.cp).toMatch(
      /;CSQ-Rtd=(?:1[4-9]|2\d|3[01])(?:;|$)/,
    );
  });

  it('reports real-time data at its interval, and minutes and hours at their end', () => {
    const packets = run(makeDevice({ interval: 30 }), start, start + 2 * HOUR_MS + MINUTE_MS);
    const times = (cn: string) => packets.filter((packet) => packet.cn === cn).map(dataTime);
    expect(times('2011')).toHaveLength(242);
    expect(times('2011').slice(0, 3)).toEqual(['20261115080000', '20261115080030', '20261115080100']);
    expect(times('2051')).toHaveLength(12);
    expect(times('2061')).toEqual(['20261115080000', '20261115090000']);
    const qns = packets.map(({ qn }) => qn);
    expect(new Set(qns).size).toBe(qns.length);
    const [first] = packets;
    expect(factorOf(first, 'a34004')).toMatchObject({ Rtd: city.valuesAt(site, start)['PM2.5'], Flag: 'N' });
    const summary = factorOf(
      packets.find(({ cn }) => cn === '2061'),
      'a34004',
    );
    expect(summary?.Min).toBeLessThan(summary?.Avg ?? 0);
    expect(summary?.Max).toBeGreaterThan(summary?.Avg ?? 0);
  });

  it.each([
    ['2005', { flag: 1, qn: null, encrypted: false }, 'PM25'],
    ['2017', { flag: 5, encrypted: false }, 'a34004'],
    ['2025', { flag: 9, encrypted: true }, 'a34004'],
  ] as const)('in the words of %s', (version, header, code) => {
    const device = makeDevice({ version, ...(version === '2025' && { key }) });
    const packets = run(device, start, start + 5 * MINUTE_MS);
    const [data] = packets.filter(({ cn }) => cn === '2011');
    expect(data).toMatchObject(header);
    expect(factorOf(data, code)?.Rtd).toBeGreaterThan(0);
    expect(packets.filter(({ cn }) => cn === '9015')).toHaveLength(version === '2025' ? 5 : 0);
    expect(device.outbox.counts).toMatchObject({ sent: 5, acknowledged: 5, resent: 0, lost: 0 });
    expect(device.outbox.size).toBe(0);
  });

  it('splits a packet that would be too long, with an answer for each part', () => {
    const valuesAt = (time: number) => ({ ...city.valuesAt(site, time), TSP: 123, TVOC: 0.123, Noise: 50.5 });
    const device = makeDevice({ valuesAt, sends: ['2061'] });
    device.tick(start);
    const parts = read(device.tick(start + HOUR_MS));
    expect(parts.map(({ pnum, pno }) => [pnum, pno])).toEqual([
      [2, 1],
      [2, 2],
    ]);
    expect(new Set(parts.map(dataTime))).toEqual(new Set(['20261115080000']));
    const [first, second] = parts;
    if (!first || !second) throw new Error('two parts');
    device.receive(encodeAnswer(second, { cn: '9014' }), start + HOUR_MS);
    expect(device.outbox.size).toBe(1);
    device.receive(encodeAnswer(first, { cn: '9014' }), start + HOUR_MS);
    expect(device.outbox.size).toBe(0);
  });

  it('sends the same bytes for the same seed', () => {
    const bytes = () => {
      const device = makeDevice({ version: '2025', key });
      return Buffer.concat(
        Array.from({ length: 100 }, (_, index) => device.tick(start + index * 10_000)).flat(),
      ).toString('hex');
    };
    expect(bytes()).toBe(bytes());
  });
});

describe('a station without an answer', () => {
  it.each(['2017', '2025'] as const)('repeats its packets with the same QN: %s', (version) => {
    const device = makeDevice({ version, sends: ['2011'], interval: 3600 });
    const [first] = read(device.tick(start)).filter(({ cn }) => cn === '2011');
    expect(device.tick(start + 9999).length).toBe(0);
    const [again] = read(device.tick(start + 10_000));
    expect(again).toMatchObject({ qn: first?.qn, cp: first?.cp, rf: version === '2025' });
    for (const after of [20_000, 30_000]) device.tick(start + after);
    expect(device.outbox.isUnanswered(start + 39_999)).toBe(false);
    expect(device.outbox.isUnanswered(start + 40_000)).toBe(true);
    device.disconnect();
    expect(read(device.tick(start + 50_000)).map(({ qn }) => qn)).toContain(first?.qn);
  });
});

describe('a station that receives commands', () => {
  const [now, mn] = [start + 90_000, site.mn];
  function ask<Code extends CommandCode>(
    device: Device,
    code: Code,
    given: CommandArguments<Code>,
    header: Partial<{ pw: string; mn: string; version: '2005' | '2017' }> = {},
  ): Packet[] {
    const qn = writeDigits(now, 'Asia/Shanghai');
    const whole = { version: '2017' as const, qn, st: '22', pw: '123456', mn, ...header };
    return read(device.receive(encodeCommand(code, whole, given), now));
  }
  const summary = (packets: Packet[]) => packets.map(({ cn, cp }) => `${cn} ${cp}`);
  const done = ['9011 QnRtn=1', '9012 ExeRtn=1'];

  it('obeys and keeps its clock, interval, password, time-outs and parameters', () => {
    const device = makeDevice();
    expect(summary(ask(device, 1012, { SystemTime: '20261115090130' }))).toEqual(done);
    expect(device.clock.read(now)).toBe(now + HOUR_MS);
    expect(summary(ask(device, 1011, {}))[1]).toBe('1011 SystemTime=20261115090130');
    expect(summary(ask(device, 1012, { PolId: 'a34004', SystemTime: '20261115070130' }))).toEqual(done);
    expect(summary(ask(device, 1011, { PolId: 'a34004' }))[1]).toBe(
      '1011 PolId=a34004;SystemTime=20261115070130',
    );
    expect(device.clock.read(now)).toBe(now + HOUR_MS);
    expect(summary(ask(device, 1062, { RtdInterval: 30 }))).toEqual(done);
    expect(summary(ask(device, 1061, {}))[1]).toBe('1061 RtdInterval=30');
    expect(summary(ask(device, 1064, { MinInterval: 5 }))).toEqual(done);
    expect(summary(ask(device, 1063, {}))[1]).toBe('1063 MinInterval=5');
    expect(summary(ask(device, 1000, { OverTime: 5, ReCount: 2 }))).toEqual(done);
    expect(device.outbox).toMatchObject({ overTime: 5000, reCount: 2 });
    expect(summary(ask(device, 3021, { PolId: 'a34004', Info: { i13008: 1.08 } }))).toEqual(done);
    expect(summary(ask(device, 3020, { PolId: 'a34004', InfoId: 'i13008' }))[1]).toContain(
      'i13008-Info=1.08',
    );
    expect(summary(ask(device, 1072, { NewPW: '654321' }))).toEqual(done);
    expect(summary(ask(device, 1061, {}))).toEqual(['9011 QnRtn=3']);
    expect(summary(ask(device, 1061, {}, { pw: '654321' }))).toHaveLength(3);
  });

  it('answers in the form of 2005, with the QN in CP', () => {
    const [answer] = ask(makeDevice({ version: '2005' }), 1062, { RtdInterval: 30 }, { version: '2005' });
    expect(answer).toMatchObject({ qn: null, cp: 'QN=20261115080130000;QnRtn=1' });
  });

  it('stops and resumes reporting', () => {
    const device = makeDevice({ sends: ['2011'] });
    expect(summary(ask(device, 2012, {}))).toEqual(['9013 ']);
    expect(device.tick(start)).toEqual([]);
    expect(summary(ask(device, 2011, {}))).toEqual(done);
    expect(device.tick(start + MINUTE_MS)).toHaveLength(1);
  });

  it('sends its history', () => {
    const period = { BeginTime: '20261114200000', EndTime: '20261114220000' };
    const packets = ask(makeDevice(), 2061, period);
    expect(packets.map(({ cn }) => cn)).toEqual(['9011', '2061', '2061', '2061', '9012']);
    expect(packets.slice(1, 4).map(dataTime)).toEqual(['20261114200000', '20261114210000', '20261114220000']);
    const future = { BeginTime: '20261116000000', EndTime: '20261116020000' };
    expect(summary(ask(makeDevice(), 2061, future))).toEqual(['9011 QnRtn=1', '9012 ExeRtn=100']);
  });

  it('sends its log, which has no arguments of commands, and reports what happens if it should', () => {
    const device = makeDevice({ sends: [], reportsEvents: true });
    expect(read(device.tick(start)).map(({ cn, cp }) => `${cn} ${cp}`)).toEqual([
      '3020 DataTime=20261115080000;i21001-Info=//start//',
      '2081 DataTime=20261115080000;RestartTime=20261115080000',
    ]);
    ask(device, 1072, { NewPW: '654321' });
    const period = { BeginTime: '20261115000000', EndTime: '20261115235959' };
    const log = ask(device, 3020, { PolId: 'a34004', InfoId: 'i11001', ...period }, { pw: '654321' });
    expect(summary(log.slice(1, -1))).toEqual([
      '3020 DataTime=20261115080000;PolId=a34004;i11001-Info=//start//',
      '3020 DataTime=20261115080130;PolId=a34004;i11001-Info=//CN 1072, ExeRtn 1//',
    ]);
    expect(new Set(log.slice(1, -1).map(({ qn }) => qn)).size).toBe(2);
  });

  it('applies the slope and intercept that were written to it', () => {
    const device = makeDevice({ sends: ['2011'], valuesAt: () => ({ 'PM2.5': 20, PM10: 40 }) });
    ask(device, 3021, { PolId: 'a34004', Info: { i13008: 1.5 } });
    ask(device, 3021, { PolId: 'a34004', Info: { i13007: -2 } });
    const [packet] = read(device.tick(start + MINUTE_MS));
    expect([factorOf(packet, 'a34004')?.Rtd, factorOf(packet, 'a34002')?.Rtd]).toEqual([28, 40]);
  });

  it('sends no report in the middle of an answer in pieces', () => {
    const device = makeDevice({ sends: ['2011'], answers: 'inParts' });
    const header = { version: '2017' as const, qn: '20261115080130000', st: '22', pw: '123456', mn: site.mn };
    const pieces = device.receive(encodeCommand(1062, header, { RtdInterval: 30 }), start);
    for (let at = start; at < start + 1000; at += 50) pieces.push(...device.tick(at));
    expect(read(pieces).map(({ cn }) => cn)).toEqual(['9011', '2011', '9012']);
  });

  it('knows a factor by the code of its version alone', () => {
    const limits = {
      '2017': ['02', '9012 ExeRtn=3'],
      '2005': ['a21026', '9012 QN=20261115080130000;ExeRtn=2'],
    };
    for (const version of ['2017', '2005'] as const) {
      const device = makeDevice({ version });
      const [foreign, failure] = limits[version];
      const sample = (PolId: string) => summary(ask(device, 3012, { PolId }, { version })).at(-1);
      expect(sample(foreign ?? '')).toBe(failure);
      expect(sample(version === '2005' ? '02' : 'a21026')).toMatch(/ExeRtn=1$/);
    }
  });

  it('refuses commands for another station and unsupported ones', () => {
    expect(summary(ask(makeDevice(), 1061, {}, { mn: 'OTHER' }))).toEqual(['9011 QnRtn=4']);
    expect(summary(ask(makeDevice(), 1013, {}))).toEqual(['9011 QnRtn=8']);
  });
});

describe('a station with a fault', () => {
  const during = { from: start + 2 * MINUTE_MS, to: start + 5 * MINUTE_MS };
  const values = (packets: Packet[], code = 'a34004') =>
    packets.filter(({ cn }) => cn === '2011').map((packet) => factorOf(packet, code)?.Rtd);

  it('holds or multiplies one channel during a flat line or a spike', () => {
    const plain = values(run(makeDevice(), start, start + 8 * MINUTE_MS));
    const flat = run(
      makeDevice({ faults: [{ kind: 'flatLine', channel: 'PM2.5', ...during }] }),
      start,
      start + 8 * MINUTE_MS,
    );
    expect(values(flat)).toEqual(plain.map((value, at) => (at >= 2 && at < 5 ? plain[2] : value)));
    const spike = run(
      makeDevice({ faults: [{ kind: 'spike', channel: 'PM2.5', amount: 5, ...during }] }),
      start,
      start + 8 * MINUTE_MS,
    );
    expect(values(spike)).toEqual(plain.map((value, at) => (at >= 2 && at < 5 ? 5 * (value ?? 0) : value)));
    expect(values(spike, 'a34002')).toEqual(values(flat, 'a34002'));
  });

  it('has the same faults in its history', () => {
    const make = () => city.minuteValues(site, start, start + 8 * MINUTE_MS);
    const [plain, broken] = [make(), make()];
    distortColumns(
      broken,
      [
        { kind: 'flatLine', channel: 'PM2.5', from: start + 2 * MINUTE_MS, to: start + 4 * MINUTE_MS },
        { kind: 'spike', channel: 'PM10', amount: 5, from: start - MINUTE_MS, to: start + MINUTE_MS },
        { kind: 'offline', from: start + 6 * MINUTE_MS, to: start + 60 * MINUTE_MS },
        { kind: 'spike', from: start - 60 * MINUTE_MS, to: start - 30 * MINUTE_MS },
        { kind: 'badCrc', from: start, to: start + 60 * MINUTE_MS },
      ],
      start,
      MINUTE_MS,
    );
    const [fine = [], coarse = []] = [plain['PM2.5'], plain.PM10].map((column) => [...(column ?? [])]);
    const off = [Number.NaN, Number.NaN];
    expect([...(broken['PM2.5'] ?? [])]).toEqual([...fine.slice(0, 3), fine[2], ...fine.slice(4, 6), ...off]);
    expect([...(broken.PM10 ?? [])]).toEqual([5 * (coarse[0] ?? 0), ...coarse.slice(1, 6), ...off]);
  });

  it('damages the CRC of a frame, and sends the frame correctly afterwards', () => {
    const device = makeDevice({ sends: ['2011'], faults: [{ kind: 'badCrc', amount: 1, ...during }] });
    expect(decode(device.tick(start + 2 * MINUTE_MS))).toMatchObject([{ ok: false, reason: 'crc' }]);
    const later = read(device.tick(start + 5 * MINUTE_MS));
    expect(later.map(dataTime)).toEqual(['20261115080500', '20261115080200']);
  });

  it('measures nothing while offline, and sends a late batch afterwards', () => {
    const collect = (kind: 'offline' | 'lateBatch') => {
      const device = makeDevice({ sends: ['2011'], faults: [{ kind, ...during }] });
      const packets: Packet[] = [];
      for (let now = start; now < start + 7 * MINUTE_MS; now += MINUTE_MS) {
        packets.push(...read(device.tick(now, device.isReachable(now))));
        for (const packet of packets) device.receive(encodeAnswer(packet, { cn: '9014' }), now);
      }
      return packets.map((packet) => dataTime(packet)?.slice(-4));
    };
    expect(collect('offline')).toEqual(['0000', '0100', '0500', '0600']);
    expect(collect('lateBatch')).toEqual(['0000', '0100', '0500', '0400', '0300', '0200', '0600']);
  });

  it('sends withheld hours only when asked, and has none of those without power', () => {
    const hours = (from: number, to: number) => ({ from: start + from * HOUR_MS, to: start + to * HOUR_MS });
    const device = makeDevice({
      sends: ['2061'],
      faults: [
        { kind: 'withheld', ...hours(1, 3) },
        { kind: 'offline', ...hours(4, 5) },
      ],
    });
    const packets = run(device, start, start + 7 * HOUR_MS + MINUTE_MS, 10 * MINUTE_MS);
    const hoursOf = (some: readonly Packet[]) => [...new Set(some.map((one) => dataTime(one)?.slice(8, 10)))];
    expect(hoursOf(packets)).not.toContain('09');
    expect(hoursOf(packets)).not.toContain('10');
    expect(hoursOf(packets)).toContain('13');
    const now = start + 7 * HOUR_MS + MINUTE_MS;
    const header = { version: '2017' as const, qn: '20261115150100000', st: '22', pw: '123456', mn: site.mn };
    const period = { BeginTime: '20261115090000', EndTime: '20261115135959' };
    const answers = read(device.receive(encodeCommand(2061, header, period), now));
    const data = answers.filter(({ cn }) => cn === '2061');
    expect(hoursOf(data)).toEqual(['09', '10', '11', '13']);
  });

  it('requests the time when its clock drifts, and sets the clock', () => {
    const drift = { kind: 'clockDrift' as const, from: start, to: start + 3 * HOUR_MS, amount: 3600 };
    const device = makeDevice({ sends: ['2011'], faults: [drift] });
    device.tick(start);
    const packets = read(device.tick(start + 2 * MINUTE_MS));
    expect(packets.map(({ cn }) => cn)).toEqual(['1013', '2011', '2011']);
    expect(packets.map(dataTime)).toContain('20261115080400');
    const now = start + 2 * MINUTE_MS;
    const header = { version: '2017' as const, qn: '20261115080200000', st: '22', pw: '123456', mn: site.mn };
    device.receive(encodeCommand(1012, header, { SystemTime: '20261115080200' }), now);
    expect(device.clock.read(now)).toBe(now);
    expect(device.clock.isWrong(now)).toBe(false);
  });

  it('reports standby power if it has a battery', () => {
    const faults = [{ kind: 'standbyPower' as const, ...during }];
    const packets = run(makeDevice({ hasBattery: true, faults }), start, start + 7 * MINUTE_MS);
    expect(values(packets, 'StandbyPower')).toEqual([0, 0, 1, 1, 1, 0, 0]);
  });

  it('reports its power supply once at the start, and when the mains fail and return', () => {
    const faults = [{ kind: 'standbyPower' as const, ...during }];
    const packets = run(makeDevice({ faults }), start, start + 7 * MINUTE_MS);
    const reports = packets.filter(({ cn }) => cn === '3020');
    expect(reports.map(({ cp }) => readStationReport('3020', cp))).toEqual(
      ['0', '6', '0'].map((value) => ({ polId: 'a34004', items: [{ code: 'i12001', value }] })),
    );
    const old = run(makeDevice({ faults, version: '2005' }), start, start + 7 * MINUTE_MS);
    expect(old.filter(({ cn }) => cn === '3020')).toEqual([]);
  });
});
