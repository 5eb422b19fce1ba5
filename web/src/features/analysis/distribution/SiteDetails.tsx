import { readDistribution } from '@limpid/contract/analysis/distribution';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type MeasuredQuantity, queryMeasured } from '../../../query/channel/measured.ts';
import { QueryResult } from '../../../query/result/QueryResult.tsx';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import type { QueryState } from '../../../query/state/use-query-state.ts';
import styles from './distribution.module.css';
import { HeatCard } from './HeatCard.tsx';
import { HistogramCard } from './HistogramCard.tsx';

interface SiteDetailsProps {
  state: QueryState;
  measured: MeasuredQuantity;
  days: { fromDay: string; toDay: string };
  onChoose: (siteId: number) => void;
}

/** Histogram and heat map of the first chosen site, and a choice of another one. */
export function SiteDetails({ state, measured, days, onChoose }: SiteDetailsProps) {
  const { t } = useTranslation();
  const [siteId] = state.query.siteIds;
  const input =
    siteId === undefined
      ? undefined
      : { siteId, ...queryMeasured(measured), from: days.fromDay, to: days.toDay };
  const result = useAnalysis(readDistribution, input);
  const sites = state.sites ?? [];
  return (
    <QueryResult
      state={state}
      result={result}
      siteHint={t('analysis.distribution.noSiteHint')}
      needsChannel={false}
    >
      {(distribution) => (
        <div className={styles.stack}>
          {sites.length > 1 && (
            <div className={styles.detail}>
              <span>{t('analysis.distribution.siteOf')}</span>
              <Select<number>
                aria-label={t('analysis.distribution.siteOf')}
                className={styles.detailSite}
                popupMatchSelectWidth={false}
                value={sites[0]?.siteId ?? 0}
                options={sites.map((site) => ({ value: site.siteId, label: site.siteName }))}
                onChange={onChoose}
              />
            </div>
          )}
          <HistogramCard distribution={distribution} measured={measured} />
          <HeatCard distribution={distribution} channel={measured} />
        </div>
      )}
    </QueryResult>
  );
}
