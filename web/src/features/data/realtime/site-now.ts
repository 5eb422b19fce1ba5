import type { listRealtime } from '@limpid/contract/data/realtime';
import { judgeRealtimeState, type RealtimeState } from '@limpid/contract/data/realtime-condition';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { SiteIndices } from '@limpid/contract/map/site-update';
import type { RuleFlag } from '@limpid/contract/quality/flag-mark';
import { defaultZone } from '@limpid/contract/zone';
import { ageMs, isValueStale } from '../../../air/freshness.ts';
import type { SiteLimit, SiteValue } from '../../../air/site-value.ts';

/** A row of the list; a placeholder has nothing but its id. */
export type RealtimeRow = ReplyValue<(typeof listRealtime)['reply']>['rows'][number];

/** A site as the list and live updates describe it, in the language of the user. */
export interface RealtimeSite {
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
  values: Record<string, SiteValue>;
  limit: SiteLimit | null;
  /** What data rules have found in the running and the last hour, by channel code. */
  flags: Record<string, RuleFlag[]>;
  /** Null without an index of the last hours. */
  indices: SiteIndices | null;
}

export interface ValueNow extends SiteValue {
  /** Too old to describe the present. */
  isStale: boolean;
}

/** A site at one moment: what is known of it, and how old that is. */
export interface SiteNow extends RealtimeSite {
  state: RealtimeState;
  /** Since its newest value was measured; undefined without a value. */
  ageMs: number | undefined;
  values: Record<string, ValueNow>;
  /** By the server's clock, in epoch milliseconds. */
  now: number;
}

/** Whether a value is stale depends on the present moment, so the browser computes it and ignores the list's field. */
type SiteRow = Pick<RealtimeRow, 'siteId'> &
  Partial<Omit<RealtimeRow, 'siteId' | 'values'>> & { values?: Record<string, SiteValue> };

export function readSite(row: SiteRow, language: Language): RealtimeSite {
  return {
    siteId: row.siteId,
    name: row.siteName ?? '',
    mn: row.mn ?? '',
    entity: localised(row, 'entityName', language),
    zone: row.zone || defaultZone,
    isSimulated: row.simulated === true,
    interval: row.reportInterval ?? 60,
    isOnline: row.online === 'on',
    isStopped: row.status === '1',
    wasHeard: Boolean(row.lastSeen),
    values: row.values ?? {},
    limit: row.limit ?? null,
    flags: row.flags ?? {},
    indices: row.index ?? null,
  };
}

/** The site as it is at `now`: values become stale without any news. */
export function describeSite(site: RealtimeSite, now: number): SiteNow {
  const values = Object.fromEntries(
    Object.entries(site.values).map(([code, value]) => [
      code,
      { ...value, isStale: isValueStale(value.ts, site.interval, now) },
    ]),
  );
  const moments = Object.values(values).map(({ ts }) => ts);
  return {
    ...site,
    values,
    state: judgeRealtimeState({
      ...site,
      hasValue: moments.length > 0,
      hasFreshValue: Object.values(values).some(({ isStale }) => !isStale),
    }),
    ageMs: moments.length > 0 ? ageMs(Math.max(...moments), now) : undefined,
    now,
  };
}
