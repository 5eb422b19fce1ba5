import { exportRankingTable, rankingUnits, readRankingTable } from '@limpid/contract/analysis/ranking-table';
import { HOUR_MS } from '@limpid/contract/durations';
import { useTranslation } from 'react-i18next';
import { QueryBar } from '../../query/bar/QueryBar.tsx';
import { queryMeasured } from '../../query/channel/measured.ts';
import { useChosenIndex } from '../../query/channel/use-chosen-index.ts';
import { useDayScale, useMeasureScale } from '../../query/channel/use-measure-scale.ts';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { QueryResult } from '../../query/result/QueryResult.tsx';
import { findDays, isOneHour } from '../../query/state/period.ts';
import { useAddressNumber, useAddressPart } from '../../query/state/use-address-part.ts';
import { useAnalysis } from '../../query/state/use-analysis.ts';
import { useQueryState } from '../../query/state/use-query-state.ts';
import frame from '../../resource/resource.module.css';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RankingBasis } from './ranking/RankingBasis.tsx';
import { RankingFilters } from './ranking/RankingFilters.tsx';
import { RankingTop } from './ranking/RankingTop.tsx';
import styles from './ranking/ranking.module.css';
import { findRankedPeriod, rankingOrders, rankingParts, topCount } from './ranking/ranking-query.ts';
import { WholeRanking } from './ranking/WholeRanking.tsx';

const [byPart, orderPart, entityPart] = rankingParts;
/** A day with a change of the clock. */
const longestDay = 25 * HOUR_MS;
const { permission } = readRankingTable.access;

/** Sites, entities or groups in the order of a channel or of the index, with the change against another period. */
export default function RankingScreen() {
  const { t } = useTranslation();
  const state = useQueryState(permission, 0, {
    onlyMeans: true,
    hasIndex: true,
    usual: 'index',
    periodUnit: 'daysOrHour',
  });
  const [by, setBy] = useAddressPart(byPart, rankingUnits, rankingUnits[0]);
  const [order, setOrder] = useAddressPart(orderPart, rankingOrders, rankingOrders[0]);
  const [entityId, setEntityId] = useAddressNumber(entityPart);
  const { range, measured } = state;
  const channel = measured?.index ? undefined : measured;
  const { index } = useChosenIndex();
  const isMean = range.to - range.from > longestDay || (by !== 'site' && index !== 'china');
  const scaleOn = useDayScale(channel, isMean);
  const hours = useMeasureScale(channel, isMean);
  // A mean of several days is judged by the limits of the last one.
  const scale = isOneHour(range) ? hours : scaleOn(findDays(range, state.zone).toDay);
  const input =
    measured && range.from < range.to
      ? {
          by,
          order,
          ...queryMeasured(measured),
          ...(entityId !== undefined && { entityId }),
          ...findRankedPeriod(state),
        }
      : undefined;
  const top = useAnalysis(readRankingTable, input && { ...input, pageSize: topCount });
  return (
    <section aria-label={t('analysis.ranking.title')} className={frame.screen}>
      <QueryBar
        permission={permission}
        state={state}
        maxSites={0}
        hasComparison
        ownParts={rankingParts}
        filters={
          <RankingFilters
            permission={permission}
            by={by}
            order={order}
            entityId={entityId}
            hasLevels={scale.steps.length > 0}
            onBy={setBy}
            onOrder={setOrder}
            onEntity={setEntityId}
          />
        }
      >
        <ExportButton endpoint={exportRankingTable} query={input} />
      </QueryBar>
      <QueryResult state={state} result={top} siteHint="" minSites={0} needsChannel={false}>
        {(table) => (
          <div className={styles.result}>
            {table.ranked === 0 ? (
              <EmptyState title={t('analysis.ranking.nothing')} hint={t('analysis.ranking.nothingHint')} />
            ) : (
              <>
                <RankingTop
                  rows={table.rows}
                  by={by}
                  order={order}
                  scale={scale}
                  isCompared={state.compared !== undefined}
                />
                {input && (
                  <WholeRanking
                    key={JSON.stringify(input)}
                    query={input}
                    by={by}
                    channel={channel}
                    scale={scale}
                    isCompared={state.compared !== undefined}
                  />
                )}
              </>
            )}
            <RankingBasis table={table} state={state} by={by} channel={channel} />
          </div>
        )}
      </QueryResult>
    </section>
  );
}
