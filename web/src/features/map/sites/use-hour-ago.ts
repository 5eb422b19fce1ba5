import { MINUTE_MS } from '@limpid/contract/durations';
import { readHourAgo } from '@limpid/contract/map/site-detail';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { indexLayer } from '../map-view.ts';

const refreshMs = 2 * MINUTE_MS;
/** Markers and tiles come first. */
const delayMs = 2500;

const none: ReadonlyMap<number, number> = new Map();

/** What sites showed an hour ago on the scale of the map, by site; empty until it is known. */
export function useHourAgo(layer: string, index: MapIndex): ReadonlyMap<number, number> {
  const [isWanted, want] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => want(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: [readHourAgo.path, layer, layer === indexLayer ? index : ''],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, number>> => {
      const query = layer === indexLayer ? { index } : { channel: layer };
      const { sites, values } = await call(readHourAgo, { query, signal, quiet: true });
      return new Map(
        sites.flatMap((siteId, at): [number, number][] => {
          const value = values[at] ?? null;
          return value === null ? [] : [[siteId, value]];
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
