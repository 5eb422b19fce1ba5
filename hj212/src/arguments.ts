import { checkText } from './encode.ts';
import type { PacketField } from './fields.ts';
import { writeNumber } from './numbers.ts';
import type { Version } from './packet.ts';
import { readPacketTime } from './times.ts';

/** One argument of a command: how its value is checked and written. */
export interface CommandArgument<Value> {
  write(name: string, value: Value): PacketField[];
  optional: boolean;
  /** The versions that define it; undefined for all of them. */
  only?: Version;
}

function argument<Value>(write: (name: string, value: Value) => string): CommandArgument<Value> {
  return { write: (name, value) => [{ name, value: write(name, value) }], optional: false };
}

function text(pattern: RegExp): CommandArgument<string> {
  return argument((name, value) => {
    checkText(name, value, pattern);
    return value;
  });
}

export function wholeNumber(least: number, most: number): CommandArgument<number> {
  return argument((name, value) => {
    if (Number.isInteger(value) && value >= least && value <= most) return String(value);
    throw new RangeError(`${name}: ${value} is not a whole number from ${least} to ${most}`);
  });
}

export function oneOf(...values: number[]): CommandArgument<number> {
  return argument((name, value) => {
    if (values.includes(value)) return String(value);
    throw new RangeError(`${name}: ${value} is not one of ${values.join(' ')}`);
  });
}

/** `YYYYMMDDhhmmss` of the device's own clock. */
export const timestamp = argument<string>((name, value) => {
  if (value.length === 14 && readPacketTime(value)) return value;
  throw new RangeError(`${name}: ${value} is not YYYYMMDDhhmmss`);
});
export const timeOfDay = text(/^([01]\d|2[0-3])[0-5]\d[0-5]\d$/);
export const factorCode = text(/^[\w.]{1,24}$/);
export const infoCode = text(/^i\d{5}$/);
export const password = text(/^[\w.-]{6}$/);

/** Station parameters by their InfoId; each is written after the InfoId that names it. */
export const parameters: CommandArgument<Record<string, string | number>> = {
  optional: false,
  write(name, values) {
    const entries = Object.entries(values);
    if (entries.length === 0) throw new RangeError(`${name}: empty`);
    return entries.flatMap(([id, value]) => {
      if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${id}: ${value}`);
      const written = typeof value === 'number' ? writeNumber(value) : value;
      return [...infoCode.write('InfoId', id), { name: `${id}-Info`, value: written }];
    });
  },
};

export function optional<Value>(
  required: CommandArgument<Value>,
): CommandArgument<Value> & { optional: true } {
  return { ...required, optional: true };
}
