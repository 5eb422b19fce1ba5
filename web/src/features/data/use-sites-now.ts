import { useMemo, useState } from 'react';
import { useLiveSites } from '../../api/live/live-sites.ts';
import { useServerTime } from '../../api/server-clock.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { describeSite, type RealtimeRow, type RealtimeSite, readSite, type SiteNow } from './site-now.ts';
import { applyUpdate, mergeList } from './site-updates.ts';

/** Young values show their age in seconds. */
const agingMs = 5000;

interface Known {
  rows: readonly RealtimeRow[];
  language: string;
  sites: readonly RealtimeSite[];
}

/** The sites of a page: the list, and the live updates since. */
export function useSitesNow(rows: readonly RealtimeRow[]): SiteNow[] {
  const language = useLanguage();
  const [known, setKnown] = useState<Known>({ rows: [], language, sites: [] });
  if (known.rows !== rows || known.language !== language) {
    const before = new Map(known.sites.map((site) => [site.siteId, site]));
    const listed = rows.map((row) => readSite(row, language));
    const sites = listed.map((site) => mergeList(before.get(site.siteId), site));
    setKnown({ rows, language, sites });
  }
  useLiveSites(
    known.sites.map(({ siteId }) => siteId),
    (received) => {
      const updates = new Map(received.map((one) => [one.siteId, one]));
      setKnown((old) => ({
        ...old,
        sites: old.sites.map((site) => {
          const update = updates.get(site.siteId);
          return update ? applyUpdate(site, update) : site;
        }),
      }));
    },
  );
  const now = useServerTime(agingMs);
  return useMemo(() => known.sites.map((site) => describeSite(site, now)), [known.sites, now]);
}
