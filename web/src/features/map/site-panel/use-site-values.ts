import { readSiteDetail, type SiteDetail } from '@limpid/contract/map/site-detail';
import type { RuleFlag } from '@limpid/contract/quality/flag-mark';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SiteValue } from '../../../air/site-value.ts';
import { call } from '../../../api/call.ts';
import type { MapSite } from '../map-site.ts';

/** Channels that maps show are live; the others are as young as this. */
const refreshMs = 20_000;

/** The newest value of a channel, and the one of an hour before. */
interface ComparedValue extends SiteValue {
  hourAgo?: number | undefined;
  /** What data rules have found in the running or the last hour. */
  flags?: RuleFlag[] | undefined;
}

export type ComparedValues = ReadonlyMap<string, ComparedValue>;

/** The newest values of all channels of a site, by code; at first those that the map knows. */
export function useSiteValues(site: Pick<MapSite, 'siteId' | 'values'>): ComparedValues {
  const { siteId, values: live } = site;
  const { data } = useQuery({
    queryKey: [readSiteDetail.path, siteId],
    queryFn: ({ signal }) => call(readSiteDetail, { query: { siteId }, signal, quiet: true }),
    refetchInterval: refreshMs,
  });
  return useMemo(() => mergeValues(live, data), [live, data]);
}

/**
 * The values with the one of an hour before that the list of sites has for the channel the map is coloured by, so that
 * the same change never reads two ways beside each other.
 */
export function withHourAgo(
  values: ComparedValues,
  code: string,
  hourAgo: number | undefined,
): ComparedValues {
  const found = values.get(code);
  return found ? new Map(values).set(code, { ...found, hourAgo }) : values;
}

/** The younger of the live and the requested value of each channel. */
export function mergeValues(
  live: ReadonlyMap<string, SiteValue>,
  detail: SiteDetail | undefined,
): ComparedValues {
  const merged = new Map<string, ComparedValue>(live);
  for (const [code, requested] of Object.entries(detail?.values ?? {})) {
    const known = live.get(code);
    const newest = known && known.ts >= requested.ts ? known : requested;
    merged.set(code, { ...newest, hourAgo: requested.hourAgo, flags: requested.flags });
  }
  return merged;
}
