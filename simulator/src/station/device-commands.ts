import { answerCommand, encodeAnswer } from '@limpid/hj212/answers';
import { commandSince, dataCommand, deviceCommand, oldCommand } from '@limpid/hj212/commands';
import { encodeData, encodePacket } from '@limpid/hj212/encode';
import { type PacketField, readFields } from '@limpid/hj212/fields';
import { readFieldName } from '@limpid/hj212/names';
import type { Packet } from '@limpid/hj212/packet';
import { readPacketTime } from '@limpid/hj212/times';
import { simulatedChannelCodes } from '../air/channels.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { fromWallClock, writeDigits } from '../local-time.ts';
import type { Device } from './device.ts';
import { findStationInfo } from './device-parameters.ts';
import { writeFactorCode } from './reports.ts';

/** The result of a command, and the frames to send. */
interface CommandOutcome {
  result: number;
  frames?: Buffer[];
}

interface CommandContext {
  device: Device;
  packet: Packet;
  now: number;
  /** The arguments by name; the last one of a repeated name. */
  given: Map<string, string>;
}

const [done, failed, wrongCondition, noData] = [1, 2, 3, 100];
const [accepted, wrongPassword, wrongMn, wrongSystem, wrongCommand] = [1, 3, 4, 5, 8];
const maxPackets = 200;
const stopRealtime = String(deviceCommand.stopRealtime);
const stopStates = String(deviceCommand.stopStates);

const commandHandlers: Record<string, (context: CommandContext) => CommandOutcome> = {
  [deviceCommand.setTimeouts]: ({ device, given }) => {
    const [over, count] = [Number(given.get('OverTime')), Number(given.get('ReCount'))];
    if (!(over > 0 && count > 0)) return { result: failed };
    device.outbox.overTime = over * 1000;
    device.outbox.reCount = count;
    return { result: done };
  },
  [deviceCommand.readClock]: (context) => {
    const { device, given, now } = context;
    const factor = given.get('PolId') ?? '';
    const ahead = device.parameters.get(`${factor} clock`);
    const instant = ahead === undefined ? device.clock.read(now) : now + Number(ahead);
    const time = writeDigits(instant, device.options.zone).slice(0, 14);
    return sendValues(context, [...nameFactor(factor), { name: 'SystemTime', value: time }]);
  },
  [deviceCommand.setClock]: ({ device, given, now }) => {
    const wall = readWall(given.get('SystemTime'));
    if (wall === null) return { result: failed };
    const factor = given.get('PolId') ?? '';
    // An instrument has a clock of its own.
    if (factor === '') device.clock.set(wall, now);
    else device.parameters.set(`${factor} clock`, String(fromWallClock(wall, device.options.zone) - now));
    return { result: done };
  },
  [deviceCommand.readRealtimeInterval]: (context) =>
    sendValues(context, [{ name: 'RtdInterval', value: String(context.device.interval) }]),
  [deviceCommand.setRealtimeInterval]: ({ device, given }) => {
    const seconds = Number(given.get('RtdInterval'));
    if (!(seconds >= 30 && seconds <= 3600)) return { result: failed };
    device.interval = seconds;
    return { result: done };
  },
  [deviceCommand.readMinuteInterval]: (context) =>
    sendValues(context, [{ name: 'MinInterval', value: String(context.device.minuteInterval) }]),
  [deviceCommand.setMinuteInterval]: ({ device, given }) => {
    const minutes = Number(given.get('MinInterval'));
    if (!(minutes >= 1 && minutes <= 30)) return { result: failed };
    device.minuteInterval = minutes;
    return { result: done };
  },
  [deviceCommand.setPassword]: ({ device, given }) => {
    const pw = given.get(device.options.version === '2005' ? 'PW' : 'NewPW') ?? '';
    if (!/^[\w.-]{6}$/.test(pw)) return { result: failed };
    device.pw = pw;
    return { result: done };
  },
  [dataCommand.realtime]: ({ device }) => {
    device.isReporting = true;
    return { result: done };
  },
  [dataCommand.day]: (context) => sendHistory(context, DAY_MS),
  [dataCommand.minute]: (context) => sendHistory(context, context.device.minuteInterval * MINUTE_MS),
  [dataCommand.hour]: (context) => sendHistory(context, HOUR_MS),
  [deviceCommand.calibrate]: () => ({ result: done }),
  [deviceCommand.takeSample]: () => ({ result: done }),
  [deviceCommand.startCleaning]: () => ({ result: done }),
  // The standard of 2005 sets the hours of sampling with this code.
  [deviceCommand.takeComparisonSample]: ({ device, given }) => ({
    result: device.options.version === '2005' && !/^\d\d$/.test(given.get('Ctime') ?? '') ? failed : done,
  }),
  [oldCommand.setAlarmDuration]: ({ given }) => ({
    result: Number(given.get('WarnTime')) > 0 ? done : failed,
  }),
  [oldCommand.readAlarms]: () => ({ result: noData }),
  [oldCommand.readAlarmLimits]: (context) => {
    const { device, given } = context;
    const factor = given.get('PolId') ?? '';
    const [low = '0', high = '500'] = device.parameters.get(`${factor} limits`)?.split(' ') ?? [];
    return sendValues(context, [
      { name: `${factor}-LowValue`, value: low },
      { name: `${factor}-UpValue`, value: high },
    ]);
  },
  [oldCommand.setAlarmLimits]: ({ device, given }) => {
    const factor = [...given.keys()].find((name) => name.endsWith('-UpValue'))?.slice(0, -'-UpValue'.length);
    if (factor === undefined) return { result: failed };
    const [low, high] = [given.get(`${factor}-LowValue`), given.get(`${factor}-UpValue`)];
    device.parameters.set(`${factor} limits`, `${low} ${high}`);
    return { result: done };
  },
  [oldCommand.readReportTarget]: (context) =>
    sendValues(context, [
      { name: 'AlarmTarget', value: context.device.parameters.get('alarm target') ?? '13800000000' },
    ]),
  [oldCommand.setReportTarget]: ({ device, given }) => {
    const target = given.get('AlarmTarget');
    if (!target) return { result: failed };
    device.parameters.set('alarm target', target);
    return { result: done };
  },
  [oldCommand.readReportTime]: (context) =>
    sendValues(context, [
      { name: 'ReportTime', value: context.device.parameters.get('report time') ?? '0100' },
    ]),
  [oldCommand.setReportTime]: ({ device, given }) => {
    const time = given.get('ReportTime') ?? '';
    if (!/^\d{4}$/.test(time)) return { result: failed };
    device.parameters.set('report time', time);
    return { result: done };
  },
  [deviceCommand.startStates]: () => ({ result: done }),
  [deviceCommand.readRunTimes]: () => ({ result: noData }),
  // The standard prints this answer with a flag that requests an acknowledgement.
  [deviceCommand.keepSample]: (context) =>
    sendValues(context, [{ name: 'VaseNo', value: '1' }], { wantsAnswer: true }),
  [deviceCommand.setSamplingPeriod]: ({ device, given }) => {
    const [start, hours] = [given.get('CstartTime'), given.get('Ctime')];
    if (!start || !hours) return { result: failed };
    device.parameters.set(`${given.get('PolId')} sampling`, `${start} ${hours}`);
    return { result: done };
  },
  [deviceCommand.readSamplingPeriod]: (context) => {
    const factor = context.given.get('PolId') ?? '';
    const [start = '', hours = ''] = (
      context.device.parameters.get(`${factor} sampling`) ?? '000000 2'
    ).split(' ');
    return sendValues(context, [
      { name: 'PolId', value: factor },
      { name: 'CstartTime', value: start },
      { name: 'Ctime', value: hours },
    ]);
  },
  [deviceCommand.readSamplingTime]: (context) =>
    sendValues(context, [
      { name: 'PolId', value: context.given.get('PolId') ?? '' },
      { name: 'Stime', value: '40' },
    ]),
  [deviceCommand.readSerialNumber]: (context) => {
    const factor = context.given.get('PolId') ?? '';
    return sendValues(context, [
      { name: 'PolId', value: factor },
      { name: `${factor}-SN`, value: context.device.options.mn.padStart(24, '0') },
    ]);
  },
  [deviceCommand.readParameter]: (context) => {
    const { device, given } = context;
    const [factor = '', id = ''] = [given.get('PolId'), given.get('InfoId')];
    if (given.has('BeginTime')) return sendLog(context, factor, id);
    return sendValues(context, [
      ...nameFactor(factor),
      { name: `${id}-Info`, value: findStationInfo(device.parameters, factor, id) },
    ]);
  },
  [deviceCommand.setParameters]: ({ device, given }) => {
    const [factor = '', id = ''] = [given.get('PolId'), given.get('InfoId')];
    const value = given.get(`${id}-Info`);
    if (value === undefined) return { result: failed };
    device.parameters.set(`${factor} ${id}`, value);
    return { result: done };
  },
};

/** Executes a command; returns the frames of acceptance, data and result. */
export function executeCommand(device: Device, packet: Packet, now: number): Buffer[] {
  const refuse = (result: number) => [encodeAnswer(packet, { cn: answerCommand.request, result })];
  if (packet.mn !== device.options.mn) return refuse(wrongMn);
  if (packet.pw !== device.pw) return refuse(wrongPassword);
  if (packet.st !== device.options.st) return refuse(wrongSystem);
  if (packet.cn === stopRealtime || packet.cn === stopStates) {
    if (packet.cn === stopRealtime) device.isReporting = false;
    return [encodeAnswer(packet, { cn: answerCommand.notice })];
  }
  const given = new Map(readFields(packet.cp).map(({ name, value }) => [readFieldName(name), value.trim()]));
  const outcome = execute({ device, packet, now, given });
  if (!outcome) return refuse(wrongCommand);
  const { result, frames } = outcome;
  // Reading changes nothing. Without the arguments: one of them may be a password.
  if (!frames) device.note(`CN ${packet.cn}, ExeRtn ${result}`, now);
  return [
    encodeAnswer(packet, { cn: answerCommand.request, result: accepted }),
    ...(frames ?? []),
    encodeAnswer(packet, { cn: answerCommand.execution, result }),
  ];
}

/** Undefined for a command that the device does not know. */
function execute(context: CommandContext): CommandOutcome | undefined {
  const { device, packet, given } = context;
  const handler = Object.hasOwn(commandHandlers, packet.cn) ? commandHandlers[packet.cn] : undefined;
  if (handler && !isInStandard(device, Number(packet.cn))) return undefined;
  if (handler && !hasNamedFactors(context))
    // The standard of 2005 has no result for a wrong condition.
    return { result: device.options.version === '2005' ? failed : wrongCondition };
  if (handler) return handler(context);
  const isOwn = /^3(?:02[2-9]|0[3-9]\d|[1-9]\d\d)$/.test(packet.cn);
  const result = isOwn ? device.options.executeOwn?.(packet.cn, given) : undefined;
  return result === undefined ? undefined : { result };
}

const oldCommands = new Set<number>(Object.values(oldCommand));

function isInStandard({ options: { version } }: Device, cn: number): boolean {
  return version === '2005' ? !commandSince.has(cn) : !oldCommands.has(cn);
}

/** Whether it measures what a command names. */
function hasNamedFactors({ device, given, now }: CommandContext): boolean {
  const { valuesAt, version } = device.options;
  const limited = [...given.keys()].flatMap((name) => /^(.+)-(?:Low|Up)Value$/.exec(name)?.[1] ?? []);
  const named = [given.get('PolId') ?? '', ...limited].filter((factor) => factor !== '');
  if (named.length === 0) return true;
  const measured = valuesAt(now);
  const own = simulatedChannelCodes
    .filter((code) => measured[code] !== undefined)
    .map((code) => writeFactorCode(code, version));
  return named.every((factor) => own.includes(factor));
}

function nameFactor(factor: string): PacketField[] {
  return factor === '' ? [] : [{ name: 'PolId', value: factor }];
}

/** Sends requested values with the QN of the request; in 2005 it stands among the values. */
function sendValues(
  { device, packet }: CommandContext,
  fields: PacketField[],
  { wantsAnswer = false } = {},
): CommandOutcome {
  const { mn, version, st, key } = device.options;
  const isOld = version === '2005';
  const number = isOld && packet.qn ? [{ name: 'QN', value: packet.qn }] : [];
  const items = [...number, ...fields].map((field) => [field]);
  const header = { version, qn: isOld ? null : packet.qn, st, cn: packet.cn, pw: device.pw, mn, wantsAnswer };
  return { result: done, frames: [encodePacket({ ...header, items }, { key })] };
}

/** Sends the entries of the log; each packet has a QN of its own. */
function sendLog(
  { device, packet, given, now }: CommandContext,
  factor: string,
  infoId: string,
): CommandOutcome {
  const { zone, key } = device.options;
  const [begin, end] = [readWall(given.get('BeginTime')), readWall(given.get('EndTime'))];
  if (begin === null || end === null) return { result: failed };
  const entries = device.log.list(fromWallClock(begin, zone), fromWallClock(end, zone));
  const frames = entries.map(({ time, text }) => {
    const items = [...nameFactor(factor), device.log.write(infoId, text)].map((field) => [field]);
    return encodePacket(device.writeData(packet.cn, time, items, now, false), { key });
  });
  return { result: frames.length > 0 ? done : noData, frames };
}

function sendHistory({ device, packet, given, now }: CommandContext, span: number): CommandOutcome {
  const { zone, key } = device.options;
  const [begin, end] = [readWall(given.get('BeginTime')), readWall(given.get('EndTime'))];
  if (begin === null || end === null) return { result: failed };
  const frames: Buffer[] = [];
  const last = Math.min(end, begin + (maxPackets - 1) * span);
  for (let wall = Math.ceil(begin / span) * span; wall <= last; wall += span) {
    const time = fromWallClock(wall, zone);
    if (time + span > now) break;
    if (device.wasOff(time, time + span)) continue;
    const items = device.summarise(time, span, 12);
    frames.push(...encodeData(device.writeData(packet.cn, time, items, now, false), { key }));
  }
  return { result: frames.length > 0 ? done : noData, frames };
}

function readWall(text: string | undefined): number | null {
  const time = readPacketTime(text ?? '');
  if (!time) return null;
  const { year, month, day, hour, minute: minutes, second } = time;
  return Date.UTC(year, month - 1, day, hour, minutes, second);
}
