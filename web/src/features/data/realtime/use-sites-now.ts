import { useMemo, useState } from 'react';
import { useLiveSites } from '../../../api/live/live-sites.ts';
import { useServerTime } from '../../../api/server-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { describeSite, type RealtimeRow, type RealtimeSite, readSite, type SiteNow } from './site-now.ts';
import { applyUpdate, mergeList } from './site-updates.ts';

/** Young values show their age in seconds. */
const agingMs = 5000;

interface CurrentSites {
  rows: readonly RealtimeRow[];
  language: string;
  sites: readonly RealtimeSite[];
}

/** The sites of a page: the list, and the live updates since. */
export function useSitesNow(rows: readonly RealtimeRow[]): SiteNow[] {
  const language = useLanguage();
  const [current, setCurrent] = useState<CurrentSites>({ rows: [], language, sites: [] });
  if (current.rows !== rows || current.language !== language) {
    const before = new Map(current.sites.map((site) => [site.siteId, site]));
    const listed = rows.map((row) => readSite(row, language));
    const sites = listed.map((site) => mergeList(before.get(site.siteId), site));
    setCurrent({ rows, language, sites });
  }
  useLiveSites(
    current.sites.map(({ siteId }) => siteId),
    (received) => {
      const updates = new Map(received.map((one) => [one.siteId, one]));
      setCurrent((old) => ({
        ...old,
        sites: old.sites.map((site) => {
          const update = updates.get(site.siteId);
          return update ? applyUpdate(site, update) : site;
        }),
      }));
    },
  );
  const now = useServerTime(agingMs);
  return useMemo(() => current.sites.map((site) => describeSite(site, now)), [current.sites, now]);
}
