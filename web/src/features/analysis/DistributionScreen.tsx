import {
  exportDistribution,
  maxDistributionSites,
  readDistribution,
} from '@limpid/contract/analysis/distribution';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../lib/dates.ts';
import { formatDecimal } from '../../lib/format.ts';
import { ExportButton } from '../../query/ExportButton.tsx';
import { findDays } from '../../query/period.ts';
import { QueryBar } from '../../query/QueryBar.tsx';
import { QueryResult } from '../../query/QueryResult.tsx';
import { useChosenIndex } from '../../query/use-chosen-index.ts';
import { useQueryState } from '../../query/use-query-state.ts';
import frame from '../../resource/resource.module.css';
import { useLanguage } from '../../resource/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './analysis.module.css';
import room from './distribution/distribution.module.css';
import { LevelSharesCard } from './distribution/LevelSharesCard.tsx';
import { MapCard } from './distribution/MapCard.tsx';
import { SiteDetails } from './distribution/SiteDetails.tsx';
import { useLevelShares } from './distribution/use-level-shares.ts';

const { permission } = readDistribution.access;

/** How often which values occur: by level and site, as a histogram, by hour and day, and on the map. */
export default function DistributionScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const state = useQueryState(permission, maxDistributionSites);
  const { scale: index, describe } = useChosenIndex();
  const { query, range, zone, channels, change } = state;
  const channel = channels.find(({ code }) => code === query.channels[0]);
  const days = findDays(range, zone);
  const { input, result, listRows } = useLevelShares(state, channel, maxDistributionSites);
  const { steps } = channel ?? index;
  const decimals = channel?.decimals ?? 0;
  const format = (value: number) => formatDecimal(value, decimals, language);
  // The first site is shown in detail.
  const choose = (siteId: number) => {
    const others = query.siteIds.filter((one) => one !== siteId);
    change({ siteIds: [siteId, ...others].slice(0, maxDistributionSites) });
  };
  const isReady = query.siteIds.length > 0 && range.from < range.to && !result.isError;
  const ends = { from: formatDay(days.fromDay, language), to: formatDay(days.toDay, language) };
  return (
    <section aria-label={t('analysis.distribution.title')} className={frame.screen}>
      <QueryBar permission={permission} state={state} maxSites={maxDistributionSites} hasIndex hasComparison>
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
                title={t('analysis.distribution.levels', { channel: channel?.name ?? index.title })}
                note={t(`analysis.distribution.${channel ? 'levelsHour' : 'levelsDay'}`, {
                  index: describe('day'),
                })}
                rows={listRows(shares)}
                counted={shares.counted}
                steps={steps}
                format={format}
              />
            </div>
          )}
        </QueryResult>
      )}
      {channel ? (
        <>
          {isReady && <SiteDetails state={state} channel={channel} days={days} onChoose={choose} />}
          {range.from < range.to && (
            <div className={room.stack}>
              <MapCard channel={channel} days={days} selected={query.siteIds[0]} onChoose={choose} />
            </div>
          )}
        </>
      ) : (
        <EmptyState
          title={t('analysis.distribution.needsChannel')}
          hint={t('analysis.distribution.needsChannelHint')}
        />
      )}
      <p className={styles.basis}>
        {channel
          ? t('analysis.distribution.basis', { channel: channel.name, ...ends, zone })
          : t('analysis.distribution.basisIndex', { index: describe('day'), ...ends })}
      </p>
    </section>
  );
}
