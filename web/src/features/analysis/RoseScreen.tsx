import { exportRoses, readRoses } from '@limpid/contract/analysis/rose';
import { useTranslation } from 'react-i18next';
import { QueryBar } from '../../query/bar/QueryBar.tsx';
import { averageMeasured, queryMeasured } from '../../query/channel/measured.ts';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { QueryResult } from '../../query/result/QueryResult.tsx';
import { describePeriod } from '../../query/state/describe-period.ts';
import { useAnalysis } from '../../query/state/use-analysis.ts';
import { useQueryState } from '../../query/state/use-query-state.ts';
import frame from '../../resource/resource.module.css';
import { useLanguage } from '../../resource/use-language.ts';
import styles from './analysis.module.css';
import { NoWind } from './roses/NoWind.tsx';
import { PolarCard } from './roses/PolarCard.tsx';
import { RoseCard } from './roses/RoseCard.tsx';

const { permission } = readRoses.access;

/** Where pollution comes from: wind rose, pollution rose and polar plot of one site. */
export default function RoseScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const state = useQueryState(permission, 1, { onlyMeans: true, hasIndex: true, usual: 'channel' });
  const { range, zone, measured: channel, query } = state;
  const [siteId] = query.siteIds;
  // The server knows the levels of the index.
  const bounds = channel?.index ? [] : (channel?.steps.flatMap(({ upTo }) => upTo ?? []) ?? []);
  const input =
    siteId !== undefined && channel && range.from < range.to
      ? { siteId, ...queryMeasured(channel), ...range, ...(bounds.length > 0 && { bounds }) }
      : undefined;
  const result = useAnalysis(readRoses, input);
  return (
    <section aria-label={t('analysis.rose.title')} className={frame.screen}>
      <QueryBar permission={permission} state={state} maxSites={1}>
        <ExportButton endpoint={exportRoses} query={input} />
      </QueryBar>
      <QueryResult state={state} result={result} siteHint={t('analysis.rose.noSiteHint')}>
        {({ wind, pollution, polar, hours, dropped, running, meanSpeed, lacking, flags }) =>
          wind && pollution && polar && channel ? (
            <>
              <div className={styles.cards}>
                <RoseCard
                  kind="wind"
                  rose={wind}
                  channel={channel}
                  meanSpeed={meanSpeed}
                  flags={flags.wind}
                />
                <RoseCard
                  kind="pollution"
                  rose={pollution}
                  channel={channel}
                  meanSpeed={meanSpeed}
                  flags={flags.pollution}
                />
                <PolarCard plot={polar} channel={averageMeasured(channel)} flags={flags.pollution} />
              </div>
              <p className={styles.basis}>
                {t(`analysis.rose.${channel.index ? 'basisIndex' : 'basis'}`, {
                  range: describePeriod(range, zone, language),
                  zone,
                  index: channel.index?.hours,
                })}{' '}
                {[
                  t('analysis.rose.hours', { count: hours }),
                  ...(dropped > 0
                    ? [t(`analysis.rose.${channel.index ? 'droppedIndex' : 'dropped'}`, { count: dropped })]
                    : []),
                  ...(running > 0 ? [t('analysis.running.hour', { count: running })] : []),
                ].join(' · ')}
              </p>
            </>
          ) : (
            <NoWind lacking={lacking} query={query} />
          )
        }
      </QueryResult>
    </section>
  );
}
