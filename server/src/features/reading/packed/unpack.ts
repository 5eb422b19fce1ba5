import { DAY_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { findInstallation } from '../../../platform/backup/installation.ts';
import { openPool } from '../../../platform/db/pool.ts';
import { beginSnapshot, type Connection, transact } from '../../../platform/db/transaction.ts';
import { joinReadings, readBlocks, readLoose } from '../blocks/block.store.ts';
import { isEdited } from '../changes/edit.rule.ts';
import { getEffectiveValue, listEntries } from '../merge.rule.ts';
import { shortenFloat } from '../present-value.rule.ts';
import { numberOutOfRange, type Reading } from '../reading.ts';
import {
  clearUnpacked,
  findUnpackedSite,
  insertUnpacked,
  listSlotCodes,
  type UnpackedSite,
} from './unpack.store.ts';

/** One value in plain form. */
export interface UnpackedValue {
  ts: number;
  kind: number;
  channel: string;
  /** The value that counts; null if it is not valid. */
  value: number | null;
  flag: string;
  /** The value as it was sent. */
  raw: number | null;
  /** Min and Max of a mean, corrected by K and B; null if the value was changed manually. */
  low: number | null;
  high: number | null;
  /** Whether it is outside the range of its channel, and does not count. */
  outOfRange: boolean;
  /** Whether it was changed manually. */
  edited: boolean;
}

export interface UnpackOrder {
  mn: string;
  /** Dates in the zone of the site, both included. */
  from: string;
  to: string;
}

/** The connection of the database from the server's settings. */
type Settings = Record<string, string | undefined>;

/** Replaces these days in the table `reading_unpacked`. Returns the number of values; undefined for an unknown site. */
export function unpackIntoTable(settings: Settings, order: UnpackOrder): Promise<number | undefined> {
  return withSite(settings, order, async (client, site, bounds) => {
    await clearUnpacked(client, site, bounds);
    return eachDay(client, site, bounds, (values) => insertUnpacked(client, site, values));
  });
}

/** The same as lines of CSV. */
export function unpackAsCsv(
  settings: Settings,
  order: UnpackOrder,
  write: (text: string) => void,
): Promise<number | undefined> {
  return withSite(settings, order, async (client, site, bounds) => {
    write('site_id,mn,ts,kind,channel,value,flag,raw,edited,low,high,out_of_range\n');
    return eachDay(client, site, bounds, (values) => {
      const lines = values.map((one) => {
        const numbers = [one.value, one.raw, one.low, one.high].map((number) =>
          number === null ? null : shortenFloat(number),
        );
        const [value = null, raw = null, low = null, high = null] = numbers;
        const place = [site.siteId, site.mn, new Date(one.ts).toISOString(), one.kind, one.channel];
        const cells = [...place, value, one.flag, raw, one.edited, low, high, one.outOfRange];
        return `${cells.map(quote).join(',')}\n`;
      });
      write(lines.join(''));
    });
  });
}

type Bounds = readonly [from: number, to: number];

/** Uses one snapshot, because a day may be packed meanwhile. */
async function withSite(
  settings: Settings,
  { mn, from, to }: UnpackOrder,
  work: (client: Connection, site: UnpackedSite, bounds: Bounds) => Promise<number>,
): Promise<number | undefined> {
  const { connection, close } = await findInstallation(settings).openSource();
  const pool = openPool({ ...connection, max: 1, options: '-c TimeZone=UTC' });
  try {
    return await transact(
      pool,
      async (client) => {
        const site = await findUnpackedSite(client, mn);
        if (!site) return undefined;
        return work(client, site, [dayBounds(from, site.zone)[0], dayBounds(to, site.zone)[1]]);
      },
      // Written lines of CSV cannot be undone, so the transaction is not retried.
      { begin: beginSnapshot, once: true },
    );
  } finally {
    await pool.end();
    await close();
  }
}

/** Reads all values of a site, packed or not, day by day. */
async function eachDay(
  client: Connection,
  { siteId }: UnpackedSite,
  [start, end]: Bounds,
  take: (values: UnpackedValue[]) => Promise<void> | void,
): Promise<number> {
  const codes = await listSlotCodes(client);
  let count = 0;
  for (let at = start; at < end; ) {
    const next = Math.min(end, (Math.floor(at / DAY_MS) + 1) * DAY_MS);
    const packed = await readBlocks(client, [siteId], [at, next], 'all');
    const { readings } = joinReadings(
      packed.get(siteId) ?? [],
      await readLoose(client, [siteId], [at, next]),
    );
    const values = readings.flatMap((reading) => toValues(reading, codes));
    await take(values);
    count += values.length;
    at = next;
  }
  return count;
}

function toValues(reading: Reading, codes: ReadonlyMap<number, string>): UnpackedValue[] {
  const { ts, kind } = reading;
  const entries = listEntries(reading).toSorted((a, b) => a.slot - b.slot);
  return entries.map((entry) => {
    const { slot, flag, raw } = entry;
    const edited = isEdited(entry);
    return {
      ts,
      kind,
      channel: codes.get(slot) ?? `s${slot}`,
      value: getEffectiveValue(entry),
      flag,
      raw,
      // Extremes do not belong to a manual value.
      low: edited ? null : (entry.extent?.low ?? null),
      high: edited ? null : (entry.extent?.high ?? null),
      outOfRange: numberOutOfRange(entry) !== undefined,
      edited,
    };
  });
}

function quote(value: string | number | boolean | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
