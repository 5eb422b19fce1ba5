import {
  exportDistribution,
  maxDistributionSites,
  readDistribution,
} from '@limpid/contract/analysis/distribution';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../lib/dates.ts';
import { formatDecimal } from '../../lib/format.ts';
import { QueryBar } from '../../query/bar/QueryBar.tsx';
import { useMeasuredIndex } from '../../query/channel/use-measured-index.ts';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { QueryResult } from '../../query/result/QueryResult.tsx';
import { findDays } from '../../query/state/period.ts';
import { useQueryState } from '../../query/state/use-query-state.ts';
import frame from '../../resource/resource.module.css';
import { useLanguage } from '../../resource/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './analysis.module.css';
import room from './distribution/distribution.module.css';
import { distributionParts } from './distribution/distribution-parts.ts';
import { LevelSharesCard } from './distribution/LevelSharesCard.tsx';
import { MapCard } from './distribution/MapCard.tsx';
import { SiteDetails } from './distribution/SiteDetails.tsx';
import { useLevelShares } from './distribution/use-level-shares.ts';

const { permission } = readDistribution.access;

/** How often which values occur: by level and site, as a histogram, by hour and day, and on the map. */
export default function DistributionScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const state = useQueryState(permission, maxDistributionSites, {
    onlyMeans: true,
    hasIndex: true,
    usual: 'index',
    periodUnit: 'days',
  });
  const index = useMeasuredIndex();
  const { query, range, zone, change } = state;
  const channel = state.measured?.index ? undefined : state.measured;
  const days = findDays(range, zone);
  const { input, result, listRows } = useLevelShares(state, channel, maxDistributionSites);
  const measured = channel ?? index;
  const format = (value: number) => formatDecimal(value, measured.decimals, language);
  const details = useRef<HTMLDivElement>(null);
  // The first site is shown in detail.
  const choose = (siteId: number) => {
    const others = query.siteIds.filter((one) => one !== siteId);
    change({ siteIds: [siteId, ...others].slice(0, maxDistributionSites) });
  };
  // The details are above the map, out of sight.
  const chooseOnMap = (siteId: number) => {
    choose(siteId);
    details.current?.scrollIntoView({ block: 'start' });
  };
  // Channels arrive after the first drawing.
  const isReady = range.from < range.to && state.measured !== undefined;
  const zones = state.zones.length > 1 ? state.zones.join(', ') : zone;
  const ends = { from: formatDay(days.fromDay, language), to: formatDay(days.toDay, language) };
  return (
    <section aria-label={t('analysis.distribution.title')} className={frame.screen}>
      <QueryBar
        permission={permission}
        state={state}
        maxSites={maxDistributionSites}
        hasComparison
        ownParts={Object.values(distributionParts)}
      >
        <ExportButton endpoint={exportDistribution} query={input} />
      </QueryBar>
      {channel && channel.steps.length === 0 && query.siteIds.length > 0 ? (
        <EmptyState
          title={t('analysis.distribution.noLevels')}
          hint={t('analysis.distribution.noLevelsHint')}
        />
      ) : (
        <QueryResult
          state={state}
          result={result}
          siteHint={t('analysis.distribution.noSiteHint')}
          needsChannel={false}
        >
          {(shares) => (
            <div className={room.stack}>
              <LevelSharesCard
                title={t('analysis.distribution.levels', { channel: measured.name })}
                note={t(`analysis.distribution.${channel ? 'levelsHour' : 'levelsDay'}`, {
                  index: index.index?.days,
                })}
                rows={listRows(shares)}
                counted={shares.counted}
                steps={measured.steps}
                format={format}
              />
            </div>
          )}
        </QueryResult>
      )}
      <div ref={details} className={room.details}>
        {isReady && query.siteIds.length > 0 && !result.isError && (
          <SiteDetails state={state} measured={measured} days={days} onChoose={choose} />
        )}
      </div>
      {isReady && (
        <div className={room.stack}>
          <MapCard measured={measured} days={days} selected={query.siteIds[0]} onChoose={chooseOnMap} />
        </div>
      )}
      {isReady && (
        <p className={styles.basis}>
          {channel
            ? t('analysis.distribution.basis', { channel: channel.name, ...ends, zones })
            : t('analysis.distribution.basisIndex', {
                ...index.index,
                ...ends,
                zones,
              })}
        </p>
      )}
    </section>
  );
}
