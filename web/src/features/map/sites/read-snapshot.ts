import type { SiteIndex, SiteIndices, SiteUpdate } from '@limpid/contract/map/site-update';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { isHourStale } from '../../../air/freshness.ts';
import { readUpdateValues, type SiteValue } from '../../../air/site-value.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { nextTask } from '../../../lib/next-task.ts';
import type { MapSite, MapSites } from '../map-site.ts';
import { isSameSite } from './is-same-site.ts';
import { LateMap } from './late-map.ts';

/** Sites read between two pauses, a few milliseconds of work. */
const portion = 500;

/** Turns the columns of a snapshot into one object per site. */
export const readSnapshot = (snapshot: MapSnapshot): MapSites => new Map(readSites(snapshot));

/** Reads a renewed snapshot in portions, so that thousands of sites do not hold up the page; see `keepNewer`. */
export async function renewSites(known: MapSites, snapshot: MapSnapshot): Promise<MapSites> {
  const renewed = new Map<number, MapSite>();
  for (const [siteId, site] of readSites(snapshot)) {
    renewed.set(siteId, keepSite(known.get(siteId), site));
    if (renewed.size % portion === 0) await nextTask();
  }
  return renewed;
}

function* readSites(snapshot: MapSnapshot): Generator<[number, MapSite]> {
  const { sites: columns, entities, states } = snapshot;
  const odd = readExceptions(snapshot);
  const limits = readLimits(snapshot);
  let siteId = 0;
  for (const [at, step] of columns.idStep.entries()) {
    siteId += step;
    const [longitude, latitude] = [columns.longitude[at] ?? null, columns.latitude[at] ?? null];
    const ts = columns.ts[at] ?? null;
    const site: MapSite = {
      siteId,
      name: columns.name[at] ?? '',
      mn: columns.mn[at] ?? '',
      entityId: entities[columns.entity[at] ?? -1]?.id ?? 0,
      place: longitude === null || latitude === null ? null : [longitude, latitude],
      state: states[Number(columns.state[at])] ?? 'off',
      isSimulated: columns.simulated[at] === '1',
      interval: columns.interval[at] ?? 60,
      ts,
      // To draw thousands of sites, a map needs their index or one channel.
      values: new LateMap(() => readValues(snapshot, at, ts, odd)),
      indices: readIndices(snapshot, at),
      ...limits.get(at),
    };
    yield [siteId, site];
  }
}

function readLimits({ limits: { site, channel, value } }: MapSnapshot): Map<number, Pick<MapSite, 'limit'>> {
  return new Map(
    site.map((at, n) => [
      at,
      { limit: { channel: channel[n] ?? '', value: value[n] ?? Number.POSITIVE_INFINITY } },
    ]),
  );
}

interface Exception {
  ts: number | null;
  flag: string | null;
  outOfRange: number | null;
}

/** By the place of a site and a channel. */
type Exceptions = ReadonlyMap<number, Exception>;

const keyOf = ({ channels }: MapSnapshot, site: number, channel: number) => site * channels.length + channel;

function readExceptions(snapshot: MapSnapshot): Exceptions {
  const { site, channel, ts, flag, outOfRange } = snapshot.exceptions;
  return new Map(
    site.map((at, n) => [
      keyOf(snapshot, at, channel[n] ?? -1),
      { ts: ts[n] ?? null, flag: flag[n] ?? null, outOfRange: outOfRange[n] ?? null },
    ]),
  );
}

/** A channel with neither a value nor an exception is not measured at the site. */
function readValues(
  snapshot: MapSnapshot,
  at: number,
  siteTs: number | null,
  odd: Exceptions,
): Map<string, SiteValue> {
  const found = new Map<string, SiteValue>();
  for (const [n, { code }] of snapshot.channels.entries()) {
    const value = snapshot.values[n]?.[at] ?? null;
    const exception = odd.get(keyOf(snapshot, at, n));
    const ts = exception?.ts ?? siteTs;
    if ((value === null && !exception) || ts === null) continue;
    const read: SiteValue = { value, ts, flag: exception?.flag ?? 'N' };
    const sent = exception?.outOfRange ?? null;
    found.set(code, sent === null ? read : { ...read, outOfRange: sent });
  }
  return found;
}

function readIndices({ index, hours, sites }: MapSnapshot, at: number): SiteIndices | null {
  const hour = hours[sites.hour[at] ?? -1];
  if (hour === undefined) return null;
  const read = ({ aqi, primary, reference, missing }: MapSnapshot['index']['china']): SiteIndex => ({
    aqi: aqi[at] ?? null,
    primary: primary[at] ?? 0,
    reference: reference[at] === '1',
    missing: missing[at] ?? 0,
  });
  return {
    hour,
    china: read(index.china),
    us: read(index.us),
    europe: read(index.europe),
    atmo: read(index.atmo),
  };
}

/** The sites of a renewed snapshot, except for what live updates brought while it was under way. */
export const keepNewer = (known: MapSites, renewed: MapSites): MapSites =>
  new Map(Array.from(renewed, ([siteId, site]) => [siteId, keepSite(known.get(siteId), site)]));

/** A site that has not changed keeps its object, and with it all that was derived from it. */
function keepSite(before: MapSite | undefined, site: MapSite): MapSite {
  if (!before || before === site) return site;
  const { state, ts, values, indices } = before;
  const hasNewerValues = (ts ?? 0) > (site.ts ?? 0);
  // A snapshot without indices says that they have expired, or it is older than the first ones.
  const hasNewerIndices =
    indices !== null && indices.hour > (site.indices?.hour ?? 0) && !isHourStale(indices.hour, serverNow());
  const kept =
    hasNewerValues || hasNewerIndices
      ? { ...site, ...(hasNewerValues && { state, ts, values }), ...(hasNewerIndices && { indices }) }
      : site;
  return isSameSite(before, kept) ? before : kept;
}

/** The sites after live updates; an update of a site that is not in the snapshot is ignored. */
export function applyUpdates(sites: MapSites, updates: readonly SiteUpdate[]): MapSites {
  const changed = updates.flatMap((one): [number, MapSite][] => {
    const before = sites.get(one.siteId);
    return before ? [[one.siteId, renew(before, one)]] : [];
  });
  return changed.length === 0 ? sites : new Map([...sites, ...changed]);
}

function renew(before: MapSite, update: SiteUpdate): MapSite {
  const { state, ts, index } = update;
  return {
    ...before,
    state,
    ts,
    values: new Map(readUpdateValues(update)),
    indices: index === undefined ? before.indices : index,
  };
}
