import { roundHalfEven } from '@limpid/aqi/decimal';
import { useTranslation } from 'react-i18next';
import { ChangeMark } from '../../../air/ChangeMark.tsx';
import { FlagSign } from '../../../air/FlagSign.tsx';
import { findBand } from '../../../air/level.ts';
import { compareValues } from '../../../air/value-change.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import type { Scale } from '../scale/shade.ts';
import styles from './analysis-panel.module.css';
import { barLength, type RankedLine } from './rank-sites.ts';

interface RankingListProps {
  lines: readonly RankedLine[];
  scale: Scale;
  onChoose: (siteId: number) => void;
}

/** Ranked sites, each with a bar in the colour of its level. */
export function RankingList({ lines, scale, onChoose }: RankingListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ol className={styles.ranking}>
      {lines.map(({ rank, siteId, name, value, isSimulated, hourAgo, flags }) => {
        // The number that is shown decides the level.
        const shown = roundHalfEven(value, scale.decimals);
        const step = findBand(scale.steps, shown);
        return (
          <li key={siteId}>
            <button type="button" className={styles.ranked} onClick={() => onChoose(siteId)}>
              <span className={styles.rank}>{rank}</span>
              <span className={styles.rankedName}>
                <MarkedName name={name} mark={isSimulated ? t('site.site.simulated.mark') : undefined} />
              </span>
              <span className={styles.rankedValue} title={step?.name}>
                <FlagSign lines={flags} />
                <ChangeMark
                  change={compareValues(shown, hourAgo, scale.decimals)}
                  decimals={scale.decimals}
                  unit={scale.unit}
                  language={language}
                />
                {formatDecimal(shown, scale.decimals, language)}
                {step && <span className="visually-hidden"> {step.name}</span>}
              </span>
              <span aria-hidden className={styles.track}>
                <span
                  className={styles.bar}
                  style={{ width: `${100 * barLength(value, lines)}%`, background: step?.fill }}
                />
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
