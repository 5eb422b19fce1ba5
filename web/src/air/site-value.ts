import type { SiteUpdate } from '@limpid/contract/map/site-update';

/** The newest value of a channel; null if it is not valid, with the reason in the flag. */
export interface SiteValue {
  value: number | null;
  /** When it was measured, epoch milliseconds. */
  ts: number;
  flag: string;
  /** The number that was sent, if it is outside the range of the channel and does not count. */
  outOfRange?: number;
}

/** A site's own limit for one channel, named by its code. */
export interface SiteLimit {
  channel: string;
  value: number;
}

/** The values of a live update, by the code of their channel. */
export function readUpdateValues({ ts, values, at, flags, outOfRange }: SiteUpdate): [string, SiteValue][] {
  return Object.entries(values).map(([code, value]) => {
    const sent = outOfRange?.[code];
    const siteValue: SiteValue = { value, ts: at?.[code] ?? ts ?? 0, flag: flags?.[code] ?? 'N' };
    return [code, sent === undefined ? siteValue : { ...siteValue, outOfRange: sent }];
  });
}
