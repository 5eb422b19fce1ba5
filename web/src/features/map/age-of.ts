import type { MapSite } from './map-site.ts';
import { indexLayer } from './map-view.ts';
import type { Scale } from './shade.ts';

const hourMs = 3_600_000;

/**
 * How old what a site shows is, in milliseconds: its value on the scale, and without one its last report. An index is as old
 * as the end of its hour.
 */
export function ageOf(site: MapSite, scale: Scale, now: number): number | undefined {
  const found = scale.read(site);
  const valueTs = found && (scale.layer === indexLayer ? found.ts + hourMs : found.ts);
  const ts = valueTs ?? (site.state === 'on' ? undefined : site.ts);
  return ts === null || ts === undefined ? undefined : Math.max(0, now - ts);
}
