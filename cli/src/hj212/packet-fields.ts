import type { PacketFields } from '@limpid/hj212/encode';
import type { PacketField } from '@limpid/hj212/fields';
import { writeNumber } from '@limpid/hj212/numbers';
import type { Version } from '@limpid/hj212/packet';

const versions: readonly Version[] = ['2005', '2017', '2025'];

/** The fields of a packet from an object as `decode` prints it; throws a RangeError that names the invalid field. */
export function readPacketFields(packet: object): PacketFields {
  const given = new Map<string, unknown>(Object.entries(packet));
  const pnum = readWhole(given, 'pnum');
  const pno = readWhole(given, 'pno');
  return {
    ...readFlag(given, pnum !== undefined),
    qn: readText(given, 'qn', null),
    st: readText(given, 'st'),
    cn: readText(given, 'cn'),
    pw: readText(given, 'pw'),
    mn: readText(given, 'mn'),
    ...(pnum !== undefined && { pnum }),
    ...(pno !== undefined && { pno }),
    rf: readWhole(given, 'rf', 1) === 1,
    items: groupItems(readPairs(given)),
  };
}

/** The Flag holds version and answer request; without a Flag: the given version, by default 2017, and no answer. */
function readFlag(given: Map<string, unknown>, split: boolean): { version: Version; wantsAnswer: boolean } {
  const named = readText(given, 'version', '2017');
  const version = versions.find((known) => known === named) ?? refuse('version', named);
  const flag = readWhole(given, 'flag', 255) ?? versions.indexOf(version) * 4 + (split ? 2 : 0);
  const flagVersion = versions[flag >> 2] ?? refuse('flag', flag);
  if ((flag & 2) === 2 && !split) throw new RangeError(`flag: ${flag} announces pnum and pno`);
  return { version: flagVersion, wantsAnswer: (flag & 1) === 1 };
}

/** Accepts text, and numbers that JSON has not rounded. */
function readText<T = string>(given: Map<string, unknown>, name: string, otherwise?: T): string | T {
  const value = given.get(name);
  if (typeof value === 'string') return value;
  if (Number.isSafeInteger(value)) return String(value);
  if (value !== undefined && value !== null) return refuse(name, value);
  if (otherwise === undefined) throw new RangeError(`${name}: missing`);
  return otherwise;
}

function readWhole(given: Map<string, unknown>, name: string, most = 9999): number | undefined {
  const value = given.get(name);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value;
  return refuse(name, value);
}

function refuse(name: string, value: unknown): never {
  throw new RangeError(`${name}: ${JSON.stringify(value)}`);
}

/** Prefers `fields`, which keeps order and repetition, to `cp`. */
function readPairs(given: Map<string, unknown>): PacketField[] {
  const listed = given.get('fields');
  if (Array.isArray(listed)) return listed.map((pair: unknown) => readPair(pair));
  const cp = given.get('cp') ?? {};
  if (typeof cp !== 'object' || Array.isArray(cp)) return refuse('cp', cp);
  return Object.entries(cp).flatMap(([name, values]) =>
    [values].flat().map((value: unknown) => ({ name, value: readValue(name, value) })),
  );
}

function readPair(pair: unknown): PacketField {
  if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== 'string') return refuse('fields', pair);
  return { name: pair[0], value: readValue(pair[0], pair[1]) };
}

function readValue(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? writeNumber(value) : refuse(name, value);
}

/** Consecutive attributes of one factor form one item; a repeated attribute starts the next item. */
function groupItems(fields: readonly PacketField[]): PacketField[][] {
  const items: PacketField[][] = [];
  for (const field of fields) {
    const item = items.at(-1);
    const fits = item && codeOf(item[0]) !== '' && codeOf(item[0]) === codeOf(field);
    if (fits && !item.some(({ name }) => name === field.name)) item.push(field);
    else items.push([field]);
  }
  return items;
}

function codeOf(field: PacketField | undefined): string {
  return field?.name.includes('-') ? field.name.slice(0, field.name.lastIndexOf('-')) : '';
}
