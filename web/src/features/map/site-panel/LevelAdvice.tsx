import { useTranslation } from 'react-i18next';
import type { IndexScale } from '../../../air/index-scale.ts';
import { findBand } from '../../../air/level.ts';
import parts from '../panel-parts.module.css';
import blocks from './site-blocks.module.css';
import styles from './site-panel.module.css';

interface LevelAdviceProps {
  scale: IndexScale;
  /** The current index; undefined without one, as there is nothing to advise then. */
  aqi: number | undefined;
}

/** What the level of the index means, and what its standard advises. */
export function LevelAdvice({ scale, aqi }: LevelAdviceProps) {
  const { t } = useTranslation();
  const step = aqi === undefined ? undefined : findBand(scale.steps, aqi);
  const level = step && scale.rule?.levels[scale.steps.indexOf(step)];
  if (!step || !level) return null;
  const text = (part: string) => t(`advice.${scale.key}.${level.key}.${part}`);
  return (
    <section aria-label={t('map.advice.title')} className={parts.block}>
      <h3>{t('map.advice.title')}</h3>
      <div className={blocks.advice} style={{ borderInlineStartColor: step.fill }}>
        <p className={blocks.meaning}>{text('meaning')}</p>
        <dl>
          <dt>{t('map.advice.everyone')}</dt>
          <dd>{text('everyone')}</dd>
          <dt>{t('map.advice.sensitive')}</dt>
          <dd>{text('sensitive')}</dd>
        </dl>
      </div>
      <p className={styles.note}>{t(`advice.${scale.key}.groups`)}</p>
    </section>
  );
}
