import { useCallback, useMemo } from 'react';
import { usePersonalChoice } from '../../../api/use-personal-choice.ts';
import type { Bounds } from '../../../map/map.ts';
import { selectWithin } from './in-view.ts';
import type { ShownSite } from './select-sites.ts';

/** The panels cover the sites in view, or all of them. */
type CoverageScope = 'view' | 'all';

export interface Coverage {
  scope: CoverageScope;
  choose: (scope: CoverageScope) => void;
  /** The area between the panels, if only its sites are covered. */
  area: Bounds | undefined;
  /** The number of sites in view; undefined until the map is open, and during a search, which always covers all. */
  inView: number | undefined;
  /** Without a map nothing is in view. */
  hasView: boolean;
  /** Leaves the covered ones of some sites. */
  select: <One extends Pick<ShownSite, 'site'>>(sites: readonly One[]) => readonly One[];
}

/** Which sites list, level shares, ranking and online rate are about. A search always covers all. */
export function useCoverage(
  shown: readonly ShownSite[],
  bounds: Bounds | undefined,
  { search, mapMissing }: { search: string; mapMissing: boolean },
): Coverage {
  const [chosen, choose] = usePersonalChoice<CoverageScope>('mapCoverage', 'view');
  const seen = search === '' ? bounds : undefined;
  const scope = seen ? chosen : 'all';
  const inView = useMemo(() => seen && selectWithin(shown, seen).length, [shown, seen]);
  const area = scope === 'view' ? seen : undefined;
  const select: Coverage['select'] = useCallback(
    (sites) => (area ? selectWithin(sites, area) : sites),
    [area],
  );
  return { scope, choose, area, inView, hasView: !mapMissing, select };
}
