import { readMapSites } from '@limpid/contract/map/sites';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import type { ViewState } from '../../../map/map.ts';
import { useBasemap } from '../../../resource/use-basemap.ts';
import { beijingView, viewDensest } from './choose-test-view.ts';

/** Where tiles are tested and previewed: where maps start, or where most sites are. Undefined while that is looked up. */
export function useTestView(isNeeded: boolean): ViewState | undefined {
  const { center, zoom } = useBasemap().settings.start;
  const maySee = useSession((session) => holdsPermission(session, ['map:site:list']));
  const enabled = isNeeded && maySee && !center;
  const { data, isLoading } = useQuery({
    queryKey: ['densest', readMapSites.path],
    queryFn: async ({ signal }) => viewDensest((await call(readMapSites, { signal, quiet: true })).sites),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (center) return { center, zoom };
  return enabled && isLoading ? undefined : (data ?? beijingView);
}
