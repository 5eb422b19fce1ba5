import { formatDecimal } from '../../lib/format.ts';
import type { SitePoint } from '../../map/map.ts';
import type { ShownSite } from './select-sites.ts';
import type { Scale, SiteLook } from './shade.ts';

/** The level where the colours alone would not be told apart: in a ring, so that nobody takes it for a part of the number. */
export const ringLevel = (level: number) => '①②③④⑤⑥⑦⑧⑨⑩⑪⑫'[level - 1] ?? '';
/** No number of a channel has more figures than are left for it within its level. */
const levelWeight = 7_500_000;

interface Drawing {
  scale: Scale;
  language: string;
  /** Says the level in figures beside the number. */
  saysLevel: boolean;
}

interface SiteDrawing extends Drawing {
  /** The word behind the name of a site that is made up. */
  mark: string;
}

/** The sites as the map draws them; those without a place are in the list alone. */
export function toPoints(shown: readonly ShownSite[], { mark, ...drawing }: SiteDrawing): SitePoint[] {
  return shown.flatMap(({ site, look }): SitePoint[] => {
    if (!site.place) return [];
    return [
      {
        id: site.siteId,
        position: site.place,
        name: site.isSimulated ? `${site.name} (${mark})` : site.name,
        ...drawLook(look, drawing),
      },
    ];
  });
}

/** What a look makes of a marker. */
export function drawLook(
  look: SiteLook,
  { scale, language, saysLevel }: Drawing,
): Pick<SitePoint, 'text' | 'fill' | 'ink' | 'weight' | 'isStale'> {
  const number = look.value === undefined ? '—' : formatDecimal(look.value, scale.decimals, language);
  return {
    text: saysLevel && look.level > 0 ? `${number}\u00a0${ringLevel(look.level)}` : number,
    fill: look.fill,
    ink: look.ink,
    // What is of the past must not stand for its neighbours.
    weight: look.isFaded ? 0 : look.level * levelWeight + clamp(Math.round((look.value ?? 0) * 100)),
    isStale: look.isFaded,
  };
}

const clamp = (number: number) => Math.min(levelWeight - 1, Math.max(0, number));
