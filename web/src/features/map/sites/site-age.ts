import { HOUR_MS } from '@limpid/contract/durations';
import { ageMs } from '../../../air/freshness.ts';
import { indexLayer } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from './select-sites.ts';

/**
 * The age of what a site shows, in milliseconds: of its value on the scale, of the pollutant that stands in for it, or of
 * its last report if it is offline and has no value. An index is as old as the end of its hour.
 */
export function siteAgeMs(
  { site, look }: Pick<ShownSite, 'site' | 'look'>,
  scale: Scale,
  now: number,
): number | undefined {
  const found = scale.read(site);
  const valueTs = found && (scale.layer === indexLayer ? found.ts + HOUR_MS : found.ts);
  const ts = valueTs ?? look.substitute?.ts ?? (site.state === 'on' ? undefined : site.ts);
  return ts === null || ts === undefined ? undefined : ageMs(ts, now);
}
