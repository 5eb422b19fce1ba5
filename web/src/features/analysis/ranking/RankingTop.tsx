import type { RankingEntry, RankingUnit } from '@limpid/contract/analysis/ranking-table';
import { useTranslation } from 'react-i18next';
import { FlagCount } from '../../../air/FlagCount.tsx';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { nameUnit } from './name-unit.ts';
import { RankChange } from './RankChange.tsx';
import styles from './ranking.module.css';
import { type RankingDirection, topCount } from './ranking-query.ts';
import { UnitName } from './UnitName.tsx';

interface RankingTopProps {
  rows: readonly RankingEntry[];
  by: RankingUnit;
  order: RankingDirection;
  scale: MeasureScale;
  isCompared: boolean;
}

/** The first ten as bars in the colours of their levels. */
export function RankingTop({ rows, by, order, scale, isCompared }: RankingTopProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ranked = rows.flatMap((row) => (row.value === null ? [] : [{ ...row, value: row.value }]));
  const hasFlags = ranked.some(({ flags }) => flags);
  const values = ranked.map(({ value }) => value);
  // Bars begin at zero unless values are negative.
  const low = Math.min(0, ...values);
  const high = Math.max(...values);
  const words = scale.steps.length > 0 ? { desc: 'worst', asc: 'best' } : { desc: 'highest', asc: 'lowest' };
  const unit = scale.unit ? ` (${scale.unit})` : '';
  return (
    <ChartCard
      title={t(`analysis.ranking.top.${words[order]}`, { count: topCount, title: `${scale.title}${unit}` })}
    >
      <ol className={styles.top}>
        {ranked.map((row) => {
          const step = scale.findStep(row.value);
          return (
            <li key={row.siteId ?? row.entityId ?? row.entityGroup} className={styles.bar}>
              <span className={styles.rank}>{row.rank}</span>
              <span className={styles.name}>
                <UnitName entry={row} by={by} />
              </span>
              <span aria-hidden className={styles.track}>
                <span
                  className={styles.fill}
                  style={{
                    width: `${high > low ? (100 * (row.value - low)) / (high - low) : 0}%`,
                    background: step?.fill,
                  }}
                />
              </span>
              <span className={styles.value}>
                {scale.format(row.value)}
                {step && <span className={styles.level}>{step.name}</span>}{' '}
                <span className={hasFlags ? styles.flags : undefined}>
                  <FlagCount flags={row.flags} subject={nameUnit(row, by, language)} />
                </span>
              </span>
              {isCompared && (
                <span className={styles.moved}>
                  <RankChange entry={row} />
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </ChartCard>
  );
}
