import { listTrendMarkers } from '@limpid/contract/data/trend';
import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pollutantSign } from '../../../air/pollutants.ts';
import { call } from '../../../api/call.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { indexLayer } from '../map-view.ts';

interface FlagQuery {
  siteId: number;
  /** The channel by its code, or `indexLayer`. */
  layer: string;
  index: MapIndex;
}

/** What data rules have found in one hour of a site, in words; empty without permission. */
export function useHourFlags({ siteId, layer, index }: FlagQuery, hour: number): readonly string[] {
  const { i18n } = useTranslation();
  const language = useLanguage();
  const mayAsk = useSession((session) => holdsPermission(session, [listTrendMarkers.access.permission]));
  // A day at once: the hours of the time-lapse follow each other quickly.
  const from = Math.floor(hour / DAY_MS) * DAY_MS;
  const isIndex = layer === indexLayer;
  const { data } = useQuery({
    queryKey: [listTrendMarkers.path, siteId, isIndex ? index : layer, from, i18n.language],
    queryFn: ({ signal }) => {
      const about = isIndex ? { index } : { channels: [layer] };
      const query = { siteIds: [siteId], ...about, from, to: from + DAY_MS };
      return call(listTrendMarkers, { query, signal, quiet: true });
    },
    enabled: mayAsk,
    staleTime: 5 * MINUTE_MS,
  });
  const found = data?.markers.filter(
    (marker) => marker.kind === 'flag' && marker.from <= hour && hour <= marker.to,
  );
  return (found ?? []).map(({ channel, text }) =>
    isIndex ? `${pollutantSign(channel, language) ?? channel} · ${text}` : text,
  );
}
