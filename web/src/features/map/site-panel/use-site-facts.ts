import { readTrend } from '@limpid/contract/data/trend';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { defaultZone } from '@limpid/contract/zone';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { isIndexStale } from '../../../air/describe-index.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { type IndexScale, makeIndexScale } from '../../../air/index-scale.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { useChannels } from '../../../query/channel/use-channels.ts';
import type { MapSite } from '../map-site.ts';
import { useMapChannels } from '../scale/use-map-scale.ts';
import { type ComparedValues, useSiteValues } from './use-site-values.ts';

/** What the blocks of a site share. */
export interface SiteFactSheet {
  entity: string;
  zone: string;
  values: ComparedValues;
  /** The channels with a value, in their order. */
  measured: readonly Channel[];
  indexScale: IndexScale;
  /** The current index; undefined if there is none or it is old. */
  aqi: number | undefined;
  mayReadTrend: boolean;
  mayReadCalendar: boolean;
}

export function useSiteFacts(
  site: MapSite,
  snapshot: MapSnapshot,
  preference: IndexPreference,
  now: number,
): SiteFactSheet {
  const { t } = useTranslation();
  const session = useSession();
  const values = useSiteValues(site);
  const onMap = useMapChannels(snapshot, preference);
  const all = useChannels();
  const measured = useMemo(
    () => (all.length > 0 ? all : onMap).filter(({ code }) => values.has(code)),
    [all, onMap, values],
  );
  const indexScale = useMemo(
    () => makeIndexScale(preference, snapshot.indices, t),
    [preference, snapshot, t],
  );
  const found = snapshot.entities.find(({ id }) => id === site.entityId);
  const aqi = isIndexStale({ ...site, now }) ? undefined : site.indices?.[preference.index].aqi;
  return {
    entity: found?.name ?? '',
    zone: found?.zone || defaultZone,
    values,
    measured,
    indexScale,
    aqi: aqi ?? undefined,
    mayReadTrend: holdsPermission(session, [readTrend.access.permission]),
    mayReadCalendar: holdsPermission(session, ['analysis:calendar:list']),
  };
}
