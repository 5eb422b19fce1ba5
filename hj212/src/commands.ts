import {
  type CommandArgument,
  factorCode,
  infoCode,
  oneOf,
  optional,
  parameters,
  password,
  timeOfDay,
  timestamp,
  wholeNumber,
} from './arguments.ts';
import { type EncodeOptions, encodePacket } from './encode.ts';
import { type PacketField, readFields } from './fields.ts';
import type { Packet, Version } from './packet.ts';

const period = { BeginTime: timestamp, EndTime: timestamp };
const factor = { PolId: factorCode };
const someFactor = { PolId: optional(factorCode) };

/** The commands that carry measured values, by kind of value. */
export const dataCommand = { realtime: '2011', minute: '2051', hour: '2061', day: '2031' } as const;

/** The codes of commands for devices, and of the time request and the heartbeat, which a device sends by itself. */
export const deviceCommand = {
  setTimeouts: 1000,
  readClock: 1011,
  setClock: 1012,
  requestTime: 1013,
  readRealtimeInterval: 1061,
  setRealtimeInterval: 1062,
  readMinuteInterval: 1063,
  setMinuteInterval: 1064,
  setPassword: 1072,
  startRealtime: 2011,
  stopRealtime: 2012,
  startStates: 2021,
  stopStates: 2022,
  readDays: 2031,
  readRunTimes: 2041,
  readMinutes: 2051,
  readHours: 2061,
  calibrate: 3011,
  takeSample: 3012,
  startCleaning: 3013,
  takeComparisonSample: 3014,
  keepSample: 3015,
  setSamplingPeriod: 3016,
  readSamplingPeriod: 3017,
  readSamplingTime: 3018,
  readSerialNumber: 3019,
  readParameter: 3020,
  setParameters: 3021,
  heartbeat: 9015,
} as const;

/** The codes that only the standard of 2005 has; 3013 and 3014 mean other things there. */
export const oldCommand = {
  setAlarmDuration: 1001,
  readAlarmLimits: 1021,
  setAlarmLimits: 1022,
  readReportTarget: 1031,
  setReportTarget: 1032,
  readReportTime: 1041,
  setReportTime: 1042,
  readAlarms: 2071,
} as const;

/** The arguments of each command. */
export const commands = {
  [deviceCommand.setTimeouts]: {
    OverTime: wholeNumber(1, 99),
    ReCount: wholeNumber(1, 99),
    WarnTime: { ...optional(wholeNumber(1, 99999)), only: '2005' as const },
  },
  [deviceCommand.readClock]: someFactor,
  [deviceCommand.setClock]: { ...someFactor, SystemTime: timestamp },
  [deviceCommand.requestTime]: someFactor,
  [deviceCommand.readRealtimeInterval]: {},
  [deviceCommand.setRealtimeInterval]: { RtdInterval: wholeNumber(30, 3600) },
  [deviceCommand.readMinuteInterval]: {},
  [deviceCommand.setMinuteInterval]: { MinInterval: oneOf(1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30) },
  [deviceCommand.setPassword]: { NewPW: password },
  [deviceCommand.startRealtime]: {},
  [deviceCommand.stopRealtime]: {},
  [deviceCommand.startStates]: {},
  [deviceCommand.stopStates]: {},
  [deviceCommand.readDays]: period,
  [deviceCommand.readRunTimes]: period,
  [deviceCommand.readMinutes]: period,
  [deviceCommand.readHours]: period,
  [deviceCommand.calibrate]: factor,
  [deviceCommand.takeSample]: factor,
  [deviceCommand.startCleaning]: factor,
  [deviceCommand.takeComparisonSample]: factor,
  [deviceCommand.keepSample]: { ...someFactor, VaseNo: optional(wholeNumber(1, 99)) },
  [deviceCommand.setSamplingPeriod]: { ...factor, CstartTime: timeOfDay, Ctime: wholeNumber(1, 24) },
  [deviceCommand.readSamplingPeriod]: factor,
  [deviceCommand.readSamplingTime]: factor,
  [deviceCommand.readSerialNumber]: factor,
  [deviceCommand.readParameter]: {
    ...factor,
    InfoId: infoCode,
    BeginTime: optional(timestamp),
    EndTime: optional(timestamp),
  },
  [deviceCommand.setParameters]: { ...factor, Info: parameters },
  [deviceCommand.heartbeat]: {},
};

const versionOrder: Record<Version, number> = { '2005': 1, '2017': 2, '2025': 3 };
export const commandSince = new Map<number, Version>([
  [deviceCommand.keepSample, '2017'],
  [deviceCommand.setSamplingPeriod, '2017'],
  [deviceCommand.readSamplingPeriod, '2017'],
  [deviceCommand.readSamplingTime, '2017'],
  [deviceCommand.readSerialNumber, '2017'],
  [deviceCommand.readParameter, '2017'],
  [deviceCommand.setParameters, '2017'],
  [deviceCommand.heartbeat, '2025'],
]);

type Table = typeof commands;
export type CommandCode = keyof Table;
type Given<Argued> = Argued extends CommandArgument<infer Value> ? Value : never;
type Rules<Code extends CommandCode> = Table[Code];
type Asked<R> = { [K in keyof R as R[K] extends { optional: true } ? never : K]: Given<R[K]> } & {
  [K in keyof R as R[K] extends { optional: true } ? K : never]?: Given<R[K]>;
};
export type CommandArguments<Code extends CommandCode> = keyof Rules<Code> extends never
  ? Record<string, never>
  : Asked<Rules<Code>>;

export interface CommandHeader {
  version: Version;
  qn: string;
  st: string;
  pw: string;
  mn: string;
}

/** How a station presents itself in its packets; commands to it repeat this. */
export type StationHeader = Pick<CommandHeader, 'version' | 'st' | 'pw'>;

/** The ST of answers, whatever the station measures. */
const interactionSystem = '91';

/** What a station gets that sends no password itself. */
const usualPassword = '123456';

/**
 * The header of a station's packet, where it has what the standard allows; `known` is that of its packets before. The
 * password is its own, whatever it contains. Answers of some stations have the Flag of another version.
 */
export function readStationHeader({ version, st, pw }: Packet, known?: StationHeader): StationHeader {
  const isOwn = st !== null && st !== interactionSystem && /^[0-9A-Z]\d$/.test(st);
  return {
    version: isOwn ? version : (known?.version ?? version),
    st: isOwn ? st : (known?.st ?? '22'),
    pw: pw || usualPassword,
  };
}

/** The factor of the instrument that asks for the time; empty for the logger, undefined if it cannot be sent back. */
export function readTimeFactor({ cp }: Pick<Packet, 'cp'>): string | undefined {
  const name =
    readFields(cp)
      .find((field) => field.name === 'PolId')
      ?.value.trim() ?? '';
  return /^[\w.]{0,24}$/.test(name) ? name : undefined;
}

/** Encodes a command as a frame; throws a RangeError that names a wrong argument. */
export function encodeCommand<Code extends CommandCode>(
  code: Code,
  header: CommandHeader,
  given: CommandArguments<Code>,
  options: EncodeOptions = {},
): Buffer {
  if (!Object.hasOwn(commands, code)) throw new RangeError(`cn: ${String(code)} is unknown`);
  const from = commandSince.get(code);
  if (from && versionOrder[header.version] < versionOrder[from]) {
    throw new RangeError(`cn: ${code} is not in HJ 212-${header.version}`);
  }
  // The compiler checked the types at the call; every value is checked again at run time.
  const values = new Map<string, unknown>(Object.entries(given));
  const fields: PacketField[] = [];
  for (const [name, rule] of Object.entries<CommandArgument<never>>(commands[code])) {
    const value = values.get(name);
    values.delete(name);
    if (value === undefined && rule.optional) continue;
    if (value === undefined) throw new RangeError(`${name}: missing`);
    if (rule.only && rule.only !== header.version) {
      throw new RangeError(`${name}: not in HJ 212-${header.version}`);
    }
    // Each rule refuses a value of another type.
    fields.push(...rule.write(name, value as never));
  }
  for (const name of values.keys()) throw new RangeError(`${name}: unknown`);
  checkPeriod(fields);
  const items = fields.map((field) => [field]);
  return encodePacket({ ...header, cn: String(code), wantsAnswer: true, items }, options);
}

function checkPeriod(fields: PacketField[]): void {
  const valueOf = (name: string) => fields.find((field) => field.name === name)?.value;
  const [begin, end] = [valueOf('BeginTime'), valueOf('EndTime')];
  if ((begin === undefined) !== (end === undefined)) throw new RangeError('BeginTime: only with EndTime');
  if (begin !== undefined && end !== undefined && end < begin)
    throw new RangeError('EndTime: before BeginTime');
}
