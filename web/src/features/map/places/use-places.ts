import { DAY_MS } from '@limpid/contract/durations';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { findPlaces } from '../../../map/find-places.ts';
import type { LngLat } from '../../../map/map.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { type CityName, type NamedPlace, namePlaces } from './name-places.ts';

/** As many as a list can show. */
const mostListed = 12;

/** The places with most sites, with their names; the names are fetched when they are first wanted. */
export function usePlaces(sites: readonly LngLat[], isWanted: boolean, most = mostListed): NamedPlace[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: cities } = useQuery({
    queryKey: [import.meta.env.CITIES_URL],
    queryFn: async ({ signal }): Promise<CityName[]> => {
      const response = await fetch(import.meta.env.CITIES_URL, { signal });
      return response.ok ? response.json() : [];
    },
    enabled: isWanted,
    staleTime: DAY_MS,
  });
  return useMemo(
    () => (isWanted ? namePlaces(findPlaces(sites, most), cities ?? [], language, t) : []),
    [isWanted, sites, most, cities, language, t],
  );
}
