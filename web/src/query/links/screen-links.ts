import type { TFunction } from 'i18next';
import { holdsPermission, useSession } from '../../api/session.ts';
import { firstQuery, writeQuery } from '../state/query.ts';
import { siteAddress } from './site-address.ts';

/** The screens that show one site, in the order of the menu. */
const siteScreens = [
  { path: '/data/trend', permission: 'data:trend:list', text: 'trend' },
  { path: '/data/history', permission: 'data:history:list', text: 'history' },
  { path: '/analysis/contrast', permission: 'analysis:contrast:list', text: 'contrast' },
  { path: '/analysis/calendar', permission: 'analysis:calendar:list', text: 'calendar' },
  { path: '/analysis/trend', permission: 'analysis:trend:list', text: 'pollutionTrend' },
  { path: '/analysis/distribution', permission: 'analysis:distribution:list', text: 'distribution' },
  { path: '/analysis/rose', permission: 'analysis:rose:list', text: 'rose' },
] as const;

/** The page of a site shows what the map knows. */
const sitePagePermission = 'map:site:list';

export interface ScreenLink {
  /** The address of the screen with its query. */
  to: string;
  text: string;
}

/** Lists the screens of a site that the user may open, with the site and, if given, a channel in their query. */
export function useSiteLinks(t: TFunction): (siteId: number, channel?: string) => ScreenLink[] {
  const session = useSession();
  const permitted = siteScreens.filter(({ permission }) => holdsPermission(session, [permission]));
  return (siteId, channel) => {
    const query = { ...firstQuery, siteIds: [siteId], channels: channel === undefined ? [] : [channel] };
    const address = writeQuery(query, new URLSearchParams());
    const screens = permitted.map(({ path, text }) => ({
      to: `${path}?${address}`,
      text: t(`data.siteScreens.${text}`),
    }));
    if (!holdsPermission(session, [sitePagePermission])) return screens;
    return [{ to: siteAddress(siteId), text: t('map.links.page') }, ...screens];
  };
}

/** The address of the history or the calendar of a site on one day (`yyyy-MM-dd`). */
export function writeDayAddress(screen: 'history' | 'calendar', siteId: number, day: string): string {
  const period = { fromDay: day, toDay: day };
  const query =
    screen === 'history'
      ? { ...firstQuery, siteIds: [siteId], period, step: 'hour' as const }
      : { ...firstQuery, siteIds: [siteId], period };
  const path = screen === 'history' ? '/data/history' : '/analysis/calendar';
  return `${path}?${writeQuery(query, new URLSearchParams())}`;
}

const referenceScreens = [
  { path: '/data/trend', permission: 'data:trend:list', text: 'trend' },
  { path: '/analysis/contrast', permission: 'analysis:contrast:list', text: 'contrast' },
] as const;

/** Lists the screens that show an official station beside the sites of the last query. */
export function useReferenceLinks(t: TFunction): (code: string) => ScreenLink[] {
  const session = useSession();
  const permitted = referenceScreens.filter(({ permission }) => holdsPermission(session, [permission]));
  return (code) =>
    permitted.map(({ path, text }) => ({
      to: `${path}?${new URLSearchParams({ references: code })}`,
      text: t(`data.siteScreens.${text}`),
    }));
}
