import { ringLevel } from '../../../air/ring-level.ts';
import type { SitePoint } from '../../../map/map.ts';
import { formatShade, type Scale, type SiteShade } from '../scale/shade.ts';
import type { ShownSite } from './select-sites.ts';
import type { AlarmRings } from './use-alarm-rings.ts';

/** Leaves room for every possible value within one level. */
const levelWeight = 7_500_000;

interface Drawing {
  scale: Scale;
  language: string;
  /** Shows the number of the level beside the value. */
  saysLevel: boolean;
}

interface SiteDrawing extends Drawing {
  /** Appended to the name of a simulated site. */
  mark: string;
  rings: AlarmRings;
}

/** The sites as points of the map; sites without coordinates appear in the list only. */
export function toPoints(shown: readonly ShownSite[], { mark, rings, ...drawing }: SiteDrawing): SitePoint[] {
  return shown.flatMap(({ site, look, alarms }): SitePoint[] => {
    if (!site.place) return [];
    return [
      {
        id: site.siteId,
        position: site.place,
        name: site.isSimulated ? `${site.name} (${mark})` : site.name,
        ...drawLook(look, drawing),
        alarm: alarms && rings[alarms.severity],
      },
    ];
  });
}

/** The text, colours and weight of a marker. */
export function drawLook(
  look: SiteShade,
  { scale, language, saysLevel }: Drawing,
): Pick<SitePoint, 'text' | 'fill' | 'ink' | 'weight' | 'isStale'> {
  const number = formatShade(look, scale, language);
  return {
    text: saysLevel && look.level > 0 ? `${number}\u00a0${ringLevel(look.level)}` : number,
    fill: look.fill,
    ink: look.ink,
    // A stale value must not represent a cluster.
    weight: look.isStale ? 0 : look.level * levelWeight + clamp(Math.round((look.value ?? 0) * 100)),
    isStale: look.isStale,
  };
}

const clamp = (number: number) => Math.min(levelWeight - 1, Math.max(0, number));
