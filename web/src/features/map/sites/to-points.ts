import { ringLevel } from '../../../air/ring-level.ts';
import type { SitePoint } from '../../../map/map.ts';
import { weighMarker } from '../../../map/marker-weight.ts';
import { formatShade, type Scale, type SiteShade } from '../scale/shade.ts';
import type { ShownSite } from './select-sites.ts';
import type { AlarmRings } from './use-alarm-rings.ts';

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
export type DrawPoints = (shown: readonly ShownSite[]) => SitePoint[];

/** A site that looks as before keeps its point, so that the map can tell at once that it has not changed. */
export function makeDrawPoints({ mark, rings, ...drawing }: SiteDrawing): DrawPoints {
  let kept = new Map<number, { look: SiteShade; point: SitePoint }>();
  return (shown) => {
    const drawn = new Map<number, { look: SiteShade; point: SitePoint }>();
    for (const { site, look, alarms } of shown) {
      const { siteId, place } = site;
      if (!place) continue;
      const alarm = alarms && rings[alarms.severity];
      const before = kept.get(siteId);
      if (before?.look === look && before.point.alarm === alarm) {
        drawn.set(siteId, before);
        continue;
      }
      const name = site.isSimulated ? `${site.name} (${mark})` : site.name;
      drawn.set(siteId, {
        look,
        point: { id: siteId, position: place, name, ...drawLook(look, drawing), alarm },
      });
    }
    kept = drawn;
    return Array.from(drawn.values(), ({ point }) => point);
  };
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
    weight: weigh(look, scale),
    isStale: look.isStale,
  };
}

/** Values without an order weigh the same. What stands in for a value weighs less, the most important channel first. */
function weigh({ level, value, substitute }: SiteShade, { isOrdered, substitutes }: Scale): number {
  if (value !== undefined) return isOrdered ? weighMarker(level, value) : 1;
  if (!substitute) return 0;
  const place = substitutes.findIndex(({ code }) => code === substitute.channel.code);
  return weighMarker(-1 - place, substitute.value);
}
