import { formatDecimal } from '../../lib/format.ts';
import type { SitePoint } from '../../map/map.ts';
import type { ShownSite } from './select-sites.ts';
import type { Scale, SiteLook } from './shade.ts';

/** Small figures for the level, where the colours alone would not be told apart. */
const small = '₀₁₂₃₄₅₆₇₈₉';

interface Drawing {
  scale: Scale;
  language: string;
  /** Says the level in figures beside the number. */
  saysLevel: boolean;
}

/** The sites as the map draws them; those without a place are in the list alone. */
export function toPoints(shown: readonly ShownSite[], drawing: Drawing): SitePoint[] {
  return shown.flatMap(({ site, look }): SitePoint[] => {
    if (!site.place) return [];
    return [
      {
        id: site.siteId,
        position: site.place,
        name: site.name,
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
    text: saysLevel && look.level > 0 ? `${number}${small[look.level] ?? ''}` : number,
    fill: look.fill,
    ink: look.ink,
    // What is of the past must not stand for its neighbours.
    weight: look.isFaded ? 0 : look.level * 10_000_000 + clamp(Math.round((look.value ?? 0) * 100)),
    isStale: look.isFaded,
  };
}

const clamp = (number: number) => Math.min(9_999_999, Math.max(0, number));
