import { MINUTE_MS } from '@limpid/contract/durations';
import { readSiteFlags } from '@limpid/contract/map/site-detail';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { describeHourFlags } from '../../../air/describe-flag.ts';
import { call } from '../../../api/call.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { indexLayer } from '../map-view.ts';
import { useAfterMarkers } from './use-after-markers.ts';

/** Flags change when hours are rolled up. */
const refreshMs = 2 * MINUTE_MS;

/** What data rules have found behind the values of sites, in words. */
export type FlagsBySite = ReadonlyMap<number, readonly string[]>;

const none: FlagsBySite = new Map();

interface FlagQuery {
  /** The channel by its code, or `indexLayer`. */
  layer: string;
  index: MapIndex;
  channels: readonly Channel[];
  areMarkersDrawn?: boolean;
}

/** The flags of sites on the scale of the map, by site; empty until they are known. */
export function useSiteFlags({ layer, index, channels, areMarkersDrawn = true }: FlagQuery): FlagsBySite {
  const { t } = useTranslation();
  const language = useLanguage();
  const isIndex = layer === indexLayer;
  const { data } = useQuery({
    queryKey: [readSiteFlags.path, layer, isIndex ? index : ''],
    queryFn: ({ signal }) =>
      call(readSiteFlags, { query: isIndex ? { index } : { channel: layer }, signal, quiet: true }),
    enabled: useAfterMarkers(areMarkersDrawn),
    staleTime: MINUTE_MS,
    refetchInterval: refreshMs,
  });
  return useMemo(() => {
    if (!data || data.sites.length === 0) return none;
    const describe = (place: number) => describeHourFlags(data.flags[place] ?? {}, channels, { t, language });
    return new Map(data.sites.map((siteId, place) => [siteId, describe(place)]));
  }, [data, channels, t, language]);
}
