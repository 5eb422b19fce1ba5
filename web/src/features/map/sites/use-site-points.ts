import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndexPreference } from '../../../air/index-preference.ts';
import type { SitePoint } from '../../../map/map.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from './select-sites.ts';
import { makeDrawPoints } from './to-points.ts';
import { useAlarmRings } from './use-alarm-rings.ts';

/** The points of sites, in the language, colours and theme of this person. */
export function useSitePoints(
  shown: readonly ShownSite[],
  scale: Scale,
  { colourBlindSafe: saysLevel }: Pick<IndexPreference, 'colourBlindSafe'>,
): readonly SitePoint[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const mark = t('site.site.simulated.mark');
  const rings = useAlarmRings();
  const draw = useMemo(
    () => makeDrawPoints({ scale, language, mark, rings, saysLevel }),
    [scale, language, mark, rings, saysLevel],
  );
  return useMemo(() => draw(shown), [draw, shown]);
}
