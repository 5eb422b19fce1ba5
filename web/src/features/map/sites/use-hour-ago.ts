import { MINUTE_MS } from '@limpid/contract/durations';
import { readHourAgo } from '@limpid/contract/map/site-detail';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/call.ts';
import type { MapSite, MapSites } from '../map-site.ts';
import { indexLayer } from '../map-view.ts';
import { findNewestIndexHour } from './newest-hour.ts';
import { useAfterMarkers } from './use-after-markers.ts';

const refreshMs = 2 * MINUTE_MS;

/** What a site showed an hour before; of an index, the hour that it precedes. */
interface HourAgoValue {
  value: number;
  hour: number | undefined;
}
export type HoursAgo = ReadonlyMap<number, HourAgoValue>;

const none: HoursAgo = new Map();

/** The value of the hour before the index that a site shows; undefined once the site shows another hour. */
export function findHourAgo(hoursAgo: HoursAgo, { siteId, indices }: HourSite): number | undefined {
  const found = hoursAgo.get(siteId);
  return found && (found.hour === undefined || found.hour === indices?.hour) ? found.value : undefined;
}

type HourSite = Pick<MapSite, 'siteId' | 'indices'>;

/** What sites showed an hour ago on the scale of the map, by site; empty until it is known. */
export function useHourAgo(
  layer: string,
  index: MapIndex,
  sites: MapSites,
  areMarkersDrawn = true,
): HoursAgo {
  const isWanted = useAfterMarkers(areMarkersDrawn);
  const isIndex = layer === indexLayer;
  // Asks again as soon as the first site has a new hour.
  const newest = useMemo(() => (isIndex ? findNewestIndexHour(sites.values()) : undefined), [isIndex, sites]);
  const { data } = useQuery({
    queryKey: [readHourAgo.path, layer, isIndex ? index : '', newest],
    queryFn: async ({ signal }): Promise<HoursAgo> => {
      const query = isIndex ? { index } : { channel: layer };
      const hourOf = (siteId: number) => (isIndex ? (sites.get(siteId)?.indices?.hour ?? 0) : undefined);
      const { sites: ids, values } = await call(readHourAgo, { query, signal, quiet: true });
      return new Map(
        ids.flatMap((siteId, at): [number, HourAgoValue][] => {
          const value = values[at] ?? null;
          return value === null ? [] : [[siteId, { value, hour: hourOf(siteId) }]];
        }),
      );
    },
    enabled: isWanted,
    staleTime: MINUTE_MS,
    refetchInterval: refreshMs,
    structuralSharing: false,
  });
  return data ?? none;
}
