import { type NewestValue, type NewestValues, realtime } from '@limpid/contract/data/realtime';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { type ResourceRow, rowId, textOf } from '../../resource/row.ts';

type SiteState = 'on' | 'off' | 'stale' | 'silent' | 'stopped';

/** A site as it is now, for a reader of one language. */
export interface SiteNow {
  siteId: number;
  name: string;
  mn: string;
  entity: string;
  zone: string;
  isSimulated: boolean;
  state: SiteState;
  /** Seconds since its newest value was measured. */
  age: number | undefined;
  values: NewestValues;
  /** By the server's clock, in epoch milliseconds. */
  now: number;
}

export function readSite(row: ResourceRow, language: Language): SiteNow {
  // The endpoint's contract says what stands there; a row that is still on its way has nothing.
  const values = (row['values'] ?? {}) as NewestValues;
  const now = Number(row['now']);
  const moments = Object.values(values).map(({ ts }) => ts);
  return {
    siteId: rowId(realtime, row),
    name: textOf(row['siteName']),
    mn: textOf(row['mn']),
    entity: localised(row, 'entityName', language),
    zone: textOf(row['zone']) || 'Asia/Shanghai',
    isSimulated: row['simulated'] === true,
    state: judgeState(row, Object.values(values)),
    age: moments.length > 0 ? ageOf(Math.max(...moments), now) : undefined,
    values,
    now,
  };
}

/** In seconds; a station whose clock is ahead measures now. */
export function ageOf(ts: number, now: number): number {
  return Math.max(0, (now - ts) / 1000);
}

function judgeState(row: ResourceRow, values: readonly NewestValue[]): SiteState {
  if (row['status'] === '1') return 'stopped';
  if (row['online'] !== 'on') return values.length === 0 && !row['lastSeen'] ? 'silent' : 'off';
  return values.some(({ fresh }) => fresh) ? 'on' : 'stale';
}

interface ChannelSort {
  code: string;
  desc: boolean;
}

/** The sites by the value of a channel; those without a valid one come last, whichever way. */
export function sortSites(sites: readonly SiteNow[], { code, desc }: ChannelSort): SiteNow[] {
  const valueOf = ({ values }: SiteNow) => values[code]?.value ?? undefined;
  return sites.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return desc ? b - a : a - b;
  });
}
