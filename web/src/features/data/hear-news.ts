import type { SiteNews } from '@limpid/contract/map/news';
import type { SiteFacts } from './site-now.ts';

/** The site after something has happened to it. Maps do not show every channel: what is not told of stays as it was. */
export function hearNews(site: SiteFacts, news: SiteNews): SiteFacts {
  const { state, ts, values, at, flags, outOfRange, index } = news;
  const told = Object.entries(values).flatMap(([code, value]) => {
    const number = outOfRange?.[code];
    const marked = number !== undefined && { outOfRange: number };
    const own = { ts: at?.[code] ?? ts ?? 0, value, flag: flags?.[code] ?? 'N', ...marked };
    return own.ts >= (site.values[code]?.ts ?? 0) ? [[code, own] as const] : [];
  });
  return {
    ...site,
    isOnline: state === 'on',
    isStopped: state === 'stopped',
    wasHeard: site.wasHeard || ts !== null,
    values: { ...site.values, ...Object.fromEntries(told) },
    indices: index === undefined ? site.indices : index,
  };
}

/** The site as a list has it. What was heard while the list was on its way may be newer. */
export function takeList(before: SiteFacts | undefined, listed: SiteFacts): SiteFacts {
  const newer = Object.entries(before?.values ?? {}).filter(
    ([code, { ts }]) => ts > (listed.values[code]?.ts ?? Number.POSITIVE_INFINITY),
  );
  return { ...listed, values: { ...listed.values, ...Object.fromEntries(newer) } };
}
