import { usePersonalChoice } from '../../api/use-personal-choice.ts';

export interface SiteSet {
  name: string;
  siteIds: number[];
}

const maxRecent = 8;
const noSets: SiteSet[] = [];
const noSites: number[] = [];

/** Named sets of sites of the user, on every device. */
export function useSiteSets(): [readonly SiteSet[], (sets: SiteSet[]) => void] {
  return usePersonalChoice('query:sets', noSets);
}

/** The sites that the user chose last, the newest first. */
export function useRecentSites(): [readonly number[], (siteIds: readonly number[]) => void] {
  const [recent, keep] = usePersonalChoice('query:recent', noSites);
  const remember = (siteIds: readonly number[]) =>
    keep([...siteIds, ...recent.filter((id) => !siteIds.includes(id))].slice(0, maxRecent));
  return [recent, remember];
}
