import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { sharePercent } from '../../../lib/share-percent.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import parts from '../panel-parts.module.css';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import styles from './analysis-panel.module.css';
import { formatShare } from './format-share.ts';
import { countLevels } from './rank-sites.ts';

interface LevelSharesProps {
  shown: readonly ShownSite[];
  scale: Scale;
}

/** The number of sites per level, now or in the hour of the time-lapse. */
export function LevelShares({ shown, scale }: LevelSharesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const levels = countLevels(shown, scale);
  const percents = sharePercent(levels.map(({ count }) => count));
  const shares = levels.map(({ level, count }, place) => ({
    level,
    count,
    percent: percents[place] ?? 0,
    name: scale.steps[level - 1]?.name ?? t('map.analysis.levels.none'),
    fill: scale.steps[level - 1]?.fill,
  }));
  return (
    <section className={parts.block}>
      <h3>
        {t('map.analysis.levels.title')}
        <span className={styles.soft}>{scale.title}</span>
      </h3>
      {scale.steps.length === 0 ? (
        <p className={styles.soft}>{t('map.legend.noBands')}</p>
      ) : (
        <>
          <div aria-hidden className={styles.stack}>
            {shares.map(({ level, count, fill }) =>
              count > 0 ? <span key={level} style={{ flexGrow: count, background: fill }} /> : null,
            )}
          </div>
          <ul className={styles.shares}>
            {shares.map(({ level, count, percent, name, fill }) => (
              <li key={level} data-none={count === 0 || undefined}>
                <i aria-hidden className={styles.swatch} style={{ background: fill }} />
                <span>{name}</span>
                <span className={styles.count}>{formatCount(count, language)}</span>
                <span className={styles.percent}>
                  {shown.length > 0 && formatShare(percent / 100, language)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
