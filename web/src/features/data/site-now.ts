import { type NewestValue, type NewestValues, realtime } from '@limpid/contract/data/realtime';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { SiteIndices } from '@limpid/contract/map/news';
import { isStale } from '../../air/freshness.ts';
import { type ResourceRow, rowId, textOf } from '../../resource/row.ts';

type Values = Record<string, Omit<NewestValue, 'fresh'>>;

/** What is known of a site, for a reader of one language. */
export interface SiteFacts {
  siteId: number;
  name: string;
  mn: string;
  entity: string;
  zone: string;
  isSimulated: boolean;
  /** Seconds between two reports. */
  interval: number;
  isOnline: boolean;
  isStopped: boolean;
  wasHeard: boolean;
  values: Values;
  /** Its own limit for one channel; null where it has none. */
  limit: { channel: string; value: number } | null;
  /** Null where there is no index of the last hours. */
  indices: SiteIndices | null;
}

type SiteState = 'on' | 'off' | 'stale' | 'silent' | 'stopped';

/** A site as it is now. */
export interface SiteNow extends SiteFacts {
  state: SiteState;
  /** Seconds since its newest value was measured. */
  age: number | undefined;
  values: NewestValues;
  /** By the server's clock, in epoch milliseconds. */
  now: number;
}

export function readSite(row: ResourceRow, language: Language): SiteFacts {
  // The endpoint's contract says what stands there; a row that is still on its way has nothing.
  const values = (row['values'] ?? {}) as NewestValues;
  return {
    siteId: rowId(realtime, row),
    name: textOf(row['siteName']),
    mn: textOf(row['mn']),
    entity: localised(row, 'entityName', language),
    zone: textOf(row['zone']) || 'Asia/Shanghai',
    isSimulated: row['simulated'] === true,
    interval: Number(row['reportInterval'] ?? 60),
    isOnline: row['online'] === 'on',
    isStopped: row['status'] === '1',
    wasHeard: Boolean(row['lastSeen']),
    values,
    limit: (row['limit'] ?? null) as SiteFacts['limit'],
    indices: (row['index'] ?? null) as SiteIndices | null,
  };
}

/** What is known becomes older by itself, whether or not anybody tells of something new. */
export function viewSite(site: SiteFacts, now: number): SiteNow {
  const values = Object.fromEntries(
    Object.entries(site.values).map(([code, value]) => [
      code,
      { ...value, fresh: !isStale(value.ts, site.interval, now) },
    ]),
  );
  const moments = Object.values(values).map(({ ts }) => ts);
  return {
    ...site,
    values,
    state: judgeState(site, Object.values(values)),
    age: moments.length > 0 ? ageOf(Math.max(...moments), now) : undefined,
    now,
  };
}

/** In seconds; a station whose clock is ahead measures now. */
export function ageOf(ts: number, now: number): number {
  return Math.max(0, (now - ts) / 1000);
}

function judgeState(site: SiteFacts, values: readonly NewestValue[]): SiteState {
  if (site.isStopped) return 'stopped';
  if (!site.isOnline) return values.length === 0 && !site.wasHeard ? 'silent' : 'off';
  return values.some(({ fresh }) => fresh) ? 'on' : 'stale';
}

/** A number that sites can be sorted by, and whether it says nothing about now. */
interface SortNumber {
  value: number;
  isOld: boolean;
}

export type ReadNumber = (site: SiteNow) => SortNumber | undefined;

/** The sites by a number they have: old ones after those of now, and sites without one last, whichever way. */
export function sortSites(sites: readonly SiteNow[], read: ReadNumber, desc: boolean): SiteNow[] {
  const rank = (number: SortNumber | undefined) => (number === undefined ? 2 : Number(number.isOld));
  return sites.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)];
    const order = (a?.value ?? 0) - (b?.value ?? 0);
    return rank(a) - rank(b) || (desc ? -order : order);
  });
}
