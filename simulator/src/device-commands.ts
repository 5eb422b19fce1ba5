import { encodeAnswer } from '@limpid/hj212/answers';
import { encodeData, encodePacket } from '@limpid/hj212/encode';
import { type Field, readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { readTime } from '@limpid/hj212/times';
import type { Device } from './device.ts';
import { MINUTE_MS } from './durations.ts';
import { fromWallClock, writeDigits } from './local-time.ts';

/** How a command ended, and what it brought. */
interface Outcome {
  result: number;
  frames?: Buffer[];
}

interface Order {
  device: Device;
  packet: Packet;
  now: number;
  /** The arguments by their names; the last one where a name comes twice. */
  given: Map<string, string>;
}

const [done, failed, noData] = [1, 2, 100];
const [accepted, wrongPassword, wrongMn, wrongCommand] = [1, 3, 4, 8];
const maxPackets = 200;

const orders: Record<string, (order: Order) => Outcome> = {
  1000: ({ device, given }) => {
    const [over, count] = [Number(given.get('OverTime')), Number(given.get('ReCount'))];
    if (!(over > 0 && count > 0)) return { result: failed };
    device.outbox.overTime = over * 1000;
    device.outbox.reCount = count;
    return { result: done };
  },
  1011: (order) => {
    const { device, now } = order;
    const time = writeDigits(device.clock.read(now), device.options.zone).slice(0, 14);
    return tell(order, [{ name: 'SystemTime', value: time }]);
  },
  1012: ({ device, given, now }) => {
    const wall = readWall(given.get('SystemTime'));
    if (wall === null) return { result: failed };
    device.clock.set(wall, now);
    return { result: done };
  },
  1061: (order) => tell(order, [{ name: 'RtdInterval', value: String(order.device.interval) }]),
  1062: ({ device, given }) => {
    const seconds = Number(given.get('RtdInterval'));
    if (!(seconds >= 30 && seconds <= 3600)) return { result: failed };
    device.interval = seconds;
    return { result: done };
  },
  1063: (order) => tell(order, [{ name: 'MinInterval', value: String(order.device.minuteInterval) }]),
  1064: ({ device, given }) => {
    const minutes = Number(given.get('MinInterval'));
    if (!(minutes >= 1 && minutes <= 30)) return { result: failed };
    device.minuteInterval = minutes;
    return { result: done };
  },
  1072: ({ device, given }) => {
    const pw = given.get('NewPW') ?? '';
    if (!/^[\w.-]{6}$/.test(pw)) return { result: failed };
    device.pw = pw;
    return { result: done };
  },
  2011: ({ device }) => {
    device.isReporting = true;
    return { result: done };
  },
  2031: (order) => sendHistory(order, 1440 * MINUTE_MS),
  2051: (order) => sendHistory(order, order.device.minuteInterval * MINUTE_MS),
  2061: (order) => sendHistory(order, 60 * MINUTE_MS),
  3011: () => ({ result: done }),
  3012: () => ({ result: done }),
  3013: () => ({ result: done }),
  3014: () => ({ result: done }),
  3019: (order) => {
    const factor = order.given.get('PolId') ?? '';
    return tell(order, [
      { name: 'PolId', value: factor },
      { name: `${factor}-SN`, value: order.device.options.mn.padStart(24, '0') },
    ]);
  },
  3020: (order) => {
    const [factor = '', id = ''] = [order.given.get('PolId'), order.given.get('InfoId')];
    const usual = id === 'i13008' ? '1' : '0';
    const value = order.device.parameters.get(`${factor} ${id}`) ?? usual;
    return tell(order, [
      { name: 'PolId', value: factor },
      { name: `${id}-Info`, value },
    ]);
  },
  3021: ({ device, given }) => {
    const [factor = '', id = ''] = [given.get('PolId'), given.get('InfoId')];
    const value = given.get(`${id}-Info`);
    if (value === undefined) return { result: failed };
    device.parameters.set(`${factor} ${id}`, value);
    return { result: done };
  },
};

/** What a station says to a command: that it will, what was asked for, how it ended. */
export function obeyCommand(device: Device, packet: Packet, now: number): Buffer[] {
  const refuse = (result: number) => [encodeAnswer(packet, { cn: '9011', result })];
  if (packet.mn !== device.options.mn) return refuse(wrongMn);
  if (packet.pw !== device.pw) return refuse(wrongPassword);
  if (packet.cn === '2012' || packet.cn === '2022') {
    if (packet.cn === '2012') device.isReporting = false;
    return [encodeAnswer(packet, { cn: '9013' })];
  }
  const order = Object.hasOwn(orders, packet.cn) ? orders[packet.cn] : undefined;
  if (!order) return refuse(wrongCommand);
  const given = new Map(readFields(packet.cp).map(({ name, value }) => [name, value.trim()]));
  const { result, frames = [] } = order({ device, packet, now, given });
  return [
    encodeAnswer(packet, { cn: '9011', result: accepted }),
    ...frames,
    encodeAnswer(packet, { cn: '9012', result }),
  ];
}

/** A value that was asked for, under the QN of the question. */
function tell({ device, packet }: Order, fields: Field[]): Outcome {
  const { mn, version, st, key } = device.options;
  const { qn, cn } = packet;
  const items = fields.map((field) => [field]);
  return { result: done, frames: [encodePacket({ version, qn, st, cn, pw: device.pw, mn, items }, { key })] };
}

function sendHistory({ device, packet, given, now }: Order, span: number): Outcome {
  const { zone, key } = device.options;
  const [begin, end] = [readWall(given.get('BeginTime')), readWall(given.get('EndTime'))];
  if (begin === null || end === null) return { result: failed };
  const frames: Buffer[] = [];
  const last = Math.min(end, begin + (maxPackets - 1) * span);
  for (let wall = Math.ceil(begin / span) * span; wall <= last; wall += span) {
    const time = fromWallClock(wall, zone);
    if (time + span > now) break;
    const items = device.summarise(time, span, 12);
    frames.push(...encodeData(device.writeData(packet.cn, time, items, now, false), { key }));
  }
  return { result: frames.length > 0 ? done : noData, frames };
}

function readWall(text: string | undefined): number | null {
  const time = readTime(text ?? '');
  if (!time) return null;
  const { year, month, day, hour, minute: minutes, second } = time;
  return Date.UTC(year, month - 1, day, hour, minutes, second);
}
