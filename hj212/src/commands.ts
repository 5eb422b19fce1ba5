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
import type { PacketField } from './fields.ts';
import type { Version } from './packet.ts';

const period = { BeginTime: timestamp, EndTime: timestamp };
const factor = { PolId: factorCode };
const someFactor = { PolId: optional(factorCode) };

/** The commands that carry measured values, by kind of value. */
export const dataCommand = { realtime: '2011', minute: '2051', hour: '2061', day: '2031' } as const;

/** Commands for devices, and the two notices (1013, 9015) that a device sends by itself. */
export const commands = {
  1000: {
    OverTime: wholeNumber(1, 99),
    ReCount: wholeNumber(1, 99),
    WarnTime: { ...optional(wholeNumber(1, 99999)), only: '2005' as const },
  },
  1011: someFactor,
  1012: { ...someFactor, SystemTime: timestamp },
  1013: someFactor,
  1061: {},
  1062: { RtdInterval: wholeNumber(30, 3600) },
  1063: {},
  1064: { MinInterval: oneOf(1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30) },
  1072: { NewPW: password },
  2011: {},
  2012: {},
  2021: {},
  2022: {},
  2031: period,
  2041: period,
  2051: period,
  2061: period,
  3011: factor,
  3012: factor,
  3013: factor,
  3014: factor,
  3015: { ...someFactor, VaseNo: optional(wholeNumber(1, 99)) },
  3016: { ...factor, CstartTime: timeOfDay, Ctime: wholeNumber(1, 24) },
  3017: factor,
  3018: factor,
  3019: factor,
  3020: { ...factor, InfoId: infoCode, BeginTime: optional(timestamp), EndTime: optional(timestamp) },
  3021: { ...factor, Info: parameters },
  9015: {},
};

const versionOrder: Record<Version, number> = { '2005': 1, '2017': 2, '2025': 3 };
export const commandSince = new Map<number, Version>([
  ...[3015, 3016, 3017, 3018, 3019, 3020, 3021].map((code): [number, Version] => [code, '2017']),
  [9015, '2025'],
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
