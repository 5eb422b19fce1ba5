import { endianness } from 'node:os';

/** Numbers of all sites at one time; the arrays of the items are in the order of the sites. */
export interface SiteColumns {
  sites: Int32Array;
  items: readonly Float32Array[];
}

/** SQL aggregates: the sites of a group of rows as bytes, and a number of each site in the same order. */
export const sitesSql = `string_agg(int4send(site_id), ''::bytea)`;
export const numbersSql = (value: string) => `string_agg(float4send((${value})::real), ''::bytea)`;

/** Reads the bytes of both; they are copied, because a received row does not last. */
export function toColumns(sites: Uint8Array, items: readonly Uint8Array[]): SiteColumns {
  return {
    sites: new Int32Array(toNative(sites)),
    items: items.map((bytes) => new Float32Array(toNative(bytes))),
  };
}

/** PostgreSQL sends the highest byte first. */
function toNative(bytes: Uint8Array): ArrayBuffer {
  const copy = new Uint8Array(bytes);
  if (endianness() === 'LE') Buffer.from(copy.buffer).swap32();
  return copy.buffer;
}

/** Finds the place of each site of the columns in a list, −1 for others. Nearly all columns have the same sites. */
export function openPlaces(siteIds: readonly number[]): (sites: Int32Array) => Int32Array {
  const placeOf = new Map(siteIds.map((siteId, place) => [siteId, place]));
  let [last, places]: [Int32Array, Int32Array] = [new Int32Array(), new Int32Array()];
  return (sites) => {
    if (Buffer.compare(toBytes(sites), toBytes(last)) !== 0) {
      last = sites;
      places = sites.map((siteId) => placeOf.get(siteId) ?? -1);
    }
    return places;
  };
}

const toBytes = ({ buffer, byteOffset, byteLength }: Int32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
