import type { PacketFields } from '@limpid/hj212/encode';
import type { Field } from '@limpid/hj212/fields';
import type { Version } from '@limpid/hj212/packet';

const versions: readonly Version[] = ['2005', '2017', '2025'];

/** The fields of a packet from an object such as `decode` prints; a RangeError names what is wrong. */
export function readPacketFields(packet: object): PacketFields {
  const given = new Map<string, unknown>(Object.entries(packet));
  return {
    ...readFlag(given),
    qn: readText(given, 'qn', null),
    st: readText(given, 'st'),
    cn: readText(given, 'cn'),
    pw: readText(given, 'pw'),
    mn: readText(given, 'mn'),
    ...readNumber(given, 'pnum'),
    ...readNumber(given, 'pno'),
    rf: Number(given.get('rf') ?? 0) === 1,
    items: readItems(given.get('cp') ?? {}),
  };
}

/** The Flag says version and answer; without one it is 2017, or the version that is named, and no answer. */
function readFlag(given: Map<string, unknown>): { version: Version; wantsAnswer: boolean } {
  const version = versions.find((known) => known === given.get('version')) ?? '2017';
  const flag = given.get('flag') ?? versions.indexOf(version) * 4;
  const own = versions[Number(flag) >> 2];
  if (!Number.isInteger(Number(flag)) || !own) throw new RangeError(`flag: ${String(flag)}`);
  return { version: own, wantsAnswer: (Number(flag) & 1) === 1 };
}

function readText<T = string>(given: Map<string, unknown>, name: string, otherwise?: T): string | T {
  const value = given.get(name);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (value !== undefined && value !== null) throw new RangeError(`${name}: ${JSON.stringify(value)}`);
  if (otherwise === undefined) throw new RangeError(`${name}: missing`);
  return otherwise;
}

function readNumber(given: Map<string, unknown>, name: 'pnum' | 'pno') {
  const value = given.get(name);
  return value === undefined || value === null ? {} : { [name]: Number(value) };
}

/** Attributes of one factor that follow each other are one item, as the standard writes them. */
function readItems(cp: unknown): Field[][] {
  if (typeof cp !== 'object' || cp === null) throw new RangeError(`cp: ${JSON.stringify(cp)}`);
  const items: Field[][] = [];
  let last = '';
  for (const [name, values] of Object.entries(cp)) {
    for (const value of [values].flat()) {
      if (typeof value !== 'string' && typeof value !== 'number') {
        throw new RangeError(`${name}: ${JSON.stringify(value)}`);
      }
      const field = { name, value: String(value) };
      const code = name.includes('-') ? name.slice(0, name.lastIndexOf('-')) : '';
      if (code !== '' && code === last) items.at(-1)?.push(field);
      else items.push([field]);
      last = code;
    }
  }
  return items;
}
