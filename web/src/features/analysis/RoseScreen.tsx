import { readRoses } from '@limpid/contract/analysis/rose';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatMoment } from '../../lib/dates.ts';
import { QueryBar } from '../../query/QueryBar.tsx';
import { type QueryState, useQueryState } from '../../query/use-query-state.ts';
import frame from '../../resource/resource.module.css';
import { useLanguage } from '../../resource/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import styles from './analysis.module.css';
import { PolarCard } from './roses/PolarCard.tsx';
import { RoseCard } from './roses/RoseCard.tsx';

const { permission } = readRoses.access;

/** Where pollution comes from: wind rose, pollution rose and polar plot of one site. */
export default function RoseScreen() {
  const { t } = useTranslation();
  const state = useQueryState(permission, 1);
  return (
    <section aria-label={t('analysis.rose.title')} className={frame.screen}>
      <QueryBar permission={permission} state={state} maxSites={1} />
      <Roses state={state} />
    </section>
  );
}

function Roses({ state: { query, sites, range, zone, channels } }: { state: QueryState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [siteId] = query.siteIds;
  const [code] = query.channels;
  const channel = channels.find((one) => one.code === code);
  const bounds = channel?.steps.flatMap(({ upTo }) => upTo ?? []) ?? [];
  const isReady = siteId !== undefined && channel !== undefined && range.from < range.to;
  const { data, isError, error, refetch } = useQuery({
    queryKey: [readRoses.path, siteId, code, range.from, range.to],
    queryFn: ({ signal }) => {
      const input = { siteId: siteId ?? 0, channel: code ?? '', ...range };
      return call(readRoses, {
        query: { ...input, ...(bounds.length > 0 && { bounds }) },
        signal,
        quiet: true,
      });
    },
    enabled: isReady,
  });
  if (siteId === undefined || sites?.length === 0)
    return <EmptyState title={t('analysis.rose.noSite')} hint={t('analysis.rose.noSiteHint')} />;
  if (code === undefined)
    return <EmptyState title={t('analysis.rose.noChannel')} hint={t('analysis.rose.noChannelHint')} />;
  if (isError)
    return (
      <ErrorState
        title={t('analysis.rose.failed')}
        detail={error.message}
        retryText={t('kit.states.retry')}
        onRetry={() => void refetch()}
      />
    );
  if (!data || !channel) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (!data.wind || !data.pollution || !data.polar)
    return <EmptyState title={t('analysis.rose.noWind')} hint={t('analysis.rose.noWindHint')} />;
  return (
    <>
      <div className={styles.cards}>
        <RoseCard kind="wind" rose={data.wind} channel={channel} />
        <RoseCard kind="pollution" rose={data.pollution} channel={channel} />
        <PolarCard plot={data.polar} channel={channel} />
      </div>
      <p className={styles.basis}>
        {t('analysis.rose.basis', {
          from: formatMoment(range.from, zone, language),
          to: formatMoment(range.to, zone, language),
          zone,
        })}{' '}
        {t('analysis.rose.hours', { count: data.hours })}
        {data.dropped > 0 && `, ${t('analysis.rose.dropped', { count: data.dropped })}`}
      </p>
    </>
  );
}
