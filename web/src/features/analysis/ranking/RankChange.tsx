import type { RankingEntry } from '@limpid/contract/analysis/ranking-table';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './ranking.module.css';

/** How many ranks a unit has moved; "new" if it had no value before. */
export function RankChange({ entry: { rank, rankChange } }: { entry: RankingEntry }) {
  const { t } = useTranslation();
  if (rank === null) return null;
  if (rankChange === null) return <Tag>{t('analysis.ranking.new')}</Tag>;
  if (rankChange === 0) return <span className={styles.soft}>{t('analysis.ranking.unmoved')}</span>;
  const key = rankChange > 0 ? 'up' : 'down';
  const count = Math.abs(rankChange);
  return (
    <span className={styles.spoken} title={t(`analysis.ranking.${key}`, { count })}>
      <span aria-hidden>
        {rankChange > 0 ? '▲' : '▼'} {count}
      </span>
      <span className="visually-hidden">{t(`analysis.ranking.${key}`, { count })}</span>
    </span>
  );
}
