import { endianness } from 'node:os';

/** Numbers of all sites at one time; the arrays of the items are in the order of the sites. */
export interface SiteColumns {
  sites: Int32Array;
  items: readonly Float32Array[];
}

/** SQL aggregates: the sites of a group of rows as bytes, and a number of each site in the same order. */
export const sitesSql = `string_agg(int4send(site_id), ''::bytea)`;
export const numbersSql = (value: string) => `string_agg(float4send((${value})::real), ''::bytea)`;

/** Reads the bytes of both. */
export function toColumns(sites: Uint8Array, items: readonly Uint8Array[]): SiteColumns {
  return { sites: toInts(sites), items: items.map(toFloats) };
}

export const toInts = (bytes: Uint8Array) => new Int32Array(toNative(bytes, 4));
export const toFloats = (bytes: Uint8Array) => new Float32Array(toNative(bytes, 4));
export const toShorts = (bytes: Uint8Array) => new Int16Array(toNative(bytes, 2));

/** PostgreSQL sends the highest byte first. The bytes are copied, because a received row does not last. */
function toNative(bytes: Uint8Array, width: 2 | 4): ArrayBuffer {
  const copy = new Uint8Array(bytes);
  const view = Buffer.from(copy.buffer);
  if (endianness() === 'LE' && width === 4) view.swap32();
  if (endianness() === 'LE' && width === 2) view.swap16();
  return copy.buffer;
}

/**
 * Finds the place of each site of the columns in a list, −1 for others. Nearly all columns have the same sites, often
 * exactly those of the list.
 */
export function openPlaces(siteIds: readonly number[]): (sites: Int32Array) => Int32Array {
  let last = new Int32Array(siteIds);
  let places = last.map((_, place) => place);
  let placeOf: ReadonlyMap<number, number> | undefined;
  return (sites) => {
    if (Buffer.compare(toBytes(sites), toBytes(last)) !== 0) {
      const known = (placeOf ??= new Map(siteIds.map((siteId, place) => [siteId, place])));
      last = new Int32Array(sites);
      places = last.map((siteId) => known.get(siteId) ?? -1);
    }
    return places;
  };
}

const toBytes = ({ buffer, byteOffset, byteLength }: Int32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
