import type { Decoded } from '@limpid/hj212/decoder';
import { type Factor, readFactors } from '@limpid/hj212/factors';
import { readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';

/** The line of JSON for a frame: the CP as it was sent, and its factors as they were parsed. */
export function describeDecoded(decoded: Decoded): object {
  if (decoded.ok) return { ok: true, ...describePacket(decoded.packet) };
  const { reason, detail, bytes } = decoded;
  return { ok: false, reason, ...(detail !== undefined && { detail }), bytes };
}

function describePacket(packet: Packet): object {
  const { qn, st, cn, pw, mn, flag, version, pnum, pno, rf, encrypted, cp } = packet;
  const fields = readFields(cp).map(({ name, value }) => [name, value] as const);
  const factors = readFactors(cp).map((factor) => [factor.code, withoutGaps(factor)] as const);
  return {
    qn,
    st,
    cn,
    pw,
    mn,
    flag,
    version,
    ...(pnum !== null && { pnum }),
    ...(pno !== null && { pno }),
    ...(rf && { rf: 1 }),
    ...(encrypted && { encrypted }),
    cp: collectByName(fields),
    ...(losesOrder(fields) && { fields }),
    factors: collectByName(factors),
  };
}

/** True if an object would lose repeated names or reorder numeric ones: then the list of fields is printed as well. */
function losesOrder(fields: readonly (readonly [string, string])[]): boolean {
  const names = new Set(fields.map(([name]) => name));
  return names.size < fields.length || [...names].some((name) => /^\d+$/.test(name));
}

/** A name that occurs several times gets the list of its values. */
function collectByName<T>(entries: readonly (readonly [string, T])[]): object {
  const gathered = new Map<string, T | T[]>();
  for (const [name, value] of entries) {
    const existing = gathered.get(name);
    if (existing === undefined) gathered.set(name, value);
    else gathered.set(name, Array.isArray(existing) ? [...existing, value] : [existing, value]);
  }
  return Object.fromEntries(gathered);
}

function withoutGaps({ code: _, ...values }: Factor): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
