import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import { namePrimary } from '../../../resource/air/pollutants.ts';
import type { Taste } from '../../../resource/air/use-taste.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { indexLayer } from '../map-view.ts';
import styles from '../site-panel/site-panel.module.css';
import { useMapScale } from '../use-map-scale.ts';
import type { MapReference } from './reference.ts';
import { type ReferenceScales, shadeIndex } from './shade-reference.ts';

interface ReferenceIndexProps {
  reference: MapReference;
  scales: ReferenceScales;
  now: number;
  snapshot: MapSnapshot;
  taste: Taste;
}

/** The index this person goes by where the station has it, else China's, by name. */
export function ReferenceIndex({ reference, scales, now, snapshot, taste }: ReferenceIndexProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const chosen = useMapScale(snapshot, indexLayer, taste);
  const { look, scale, index } = shadeIndex(reference, { ...scales, scale: chosen }, now);
  const primary = namePrimary(reference.indices[index], language);
  const isKnown = look.value !== undefined;
  return (
    <section aria-label={scale.title} className={styles['index']}>
      <div
        className={look.isFaded ? `${styles['indexValue']} ${styles['hollow']}` : styles['indexValue']}
        style={look.isFaded ? undefined : { background: look.fill, color: look.ink }}
      >
        {look.value ?? '—'}
      </div>
      <div className={styles['indexWords']}>
        <div className={styles['soft']}>{scale.title}</div>
        <div className={styles['levelName']}>{isKnown ? look.name : t('map.references.noIndex')}</div>
        {primary && <div>{t('map.panel.primary', { names: primary })}</div>}
      </div>
      {!isKnown && <div className={styles['made']}>{t('map.references.noIndexWhy')}</div>}
      {isKnown && index !== taste.index && (
        <div className={styles['made']}>{t('map.references.fallback')}</div>
      )}
    </section>
  );
}
