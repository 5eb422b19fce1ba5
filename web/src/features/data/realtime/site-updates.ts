import type { SiteUpdate } from '@limpid/contract/map/site-update';
import { readUpdateValues } from '../../../air/site-value.ts';
import type { RealtimeSite } from './site-now.ts';

/** The site after a live update. Maps do not show every channel, so a channel that is not mentioned keeps its value. */
export function applyUpdate(site: RealtimeSite, update: SiteUpdate): RealtimeSite {
  const { state, ts, index } = update;
  const newer = readUpdateValues(update).filter(([code, value]) => value.ts >= (site.values[code]?.ts ?? 0));
  return {
    ...site,
    isOnline: state === 'on',
    isStopped: state === 'stopped',
    wasHeard: site.wasHeard || ts !== null,
    values: { ...site.values, ...Object.fromEntries(newer) },
    indices: index === undefined ? site.indices : index,
  };
}

/** The site as a list shows it, except for values that a live update brought while the list was under way. */
export function mergeList(before: RealtimeSite | undefined, listed: RealtimeSite): RealtimeSite {
  const newer = Object.entries(before?.values ?? {}).filter(
    ([code, { ts }]) => ts > (listed.values[code]?.ts ?? Number.POSITIVE_INFINITY),
  );
  return { ...listed, values: { ...listed.values, ...Object.fromEntries(newer) } };
}
