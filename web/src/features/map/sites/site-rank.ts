import type { ShownSite } from './select-sites.ts';

/** A position among comparable sites; 1 is the highest value, and equal values share it. */
export interface SiteRank {
  rank: number;
  of: number;
}

type Ranked = Pick<ShownSite, 'site' | 'look'>;

/** The rank of a site by the current value that maps show; undefined if it has none. */
export function findSiteRank(all: readonly Ranked[], siteId: number): SiteRank | undefined {
  const current = all.filter(({ look }) => look.value !== undefined && !look.isStale);
  const own = current.find(({ site }) => site.siteId === siteId)?.look.value;
  if (own === undefined) return undefined;
  const higher = current.filter(({ look }) => (look.value ?? 0) > own);
  return { rank: higher.length + 1, of: current.length };
}
