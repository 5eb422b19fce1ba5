import type { UnusualPage } from '@limpid/contract/analysis/unusual';
import { HOUR_MS } from '@limpid/contract/durations';
import { Button, Pagination, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../lib/dates.ts';
import { formatCount } from '../../lib/format.ts';
import { makeZoneClock } from '../../lib/zone-clock.ts';
import { useChannels } from '../../query/channel/use-channels.ts';
import frame from '../../resource/resource.module.css';
import { useLanguage } from '../../resource/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { phoneQuery, useMedia } from '../../ui/use-media.ts';
import styles from './analysis.module.css';
import { UnusualFilterBar } from './unusual/UnusualFilterBar.tsx';
import { UnusualItem } from './unusual/UnusualItem.tsx';
import own from './unusual/unusual.module.css';
import { useUnusual, useUnusualFilters } from './unusual/use-unusual.ts';

/** Instantaneous analysis: the sites whose newest hour is unusual, the strongest reason first. */
export default function UnusualScreen() {
  const { t } = useTranslation();
  const state = useUnusualFilters();
  const channels = useChannels();
  const { data, isError, error, refetch } = useUnusual(state.filters, state.page);
  return (
    <section aria-label={t('analysis.unusual.title')} className={frame.screen}>
      <UnusualFilterBar state={state} channels={channels} />
      {isError && !data && (
        <ErrorState
          title={t('kit.states.listFailed')}
          detail={error.message}
          retryText={t('kit.states.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {!isError && !data && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <>
          <Summary page={data} />
          <UnusualList page={data} state={state} />
          <p className={styles.basis}>{t('analysis.unusual.basis')}</p>
        </>
      )}
    </section>
  );
}

/** Which hour was analysed when, and how much of it could be judged. */
function Summary({ page }: { page: UnusualPage }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { hour, computedAt, zone, sites, looked, shortHistory, unusual } = page;
  if (hour === null || computedAt === null) return null;
  const clock = makeZoneClock(zone, language);
  const count = (number: number) => formatCount(number, language);
  const silent = sites - looked;
  return (
    <output className={own.summary}>
      <span className={own.found}>{t('analysis.unusual.found', { count: count(unusual) })}</span>
      <span>
        {t('analysis.unusual.hour', {
          from: clock.time(hour),
          to: clock.time(hour + HOUR_MS),
          day: clock.day(hour),
        })}{' '}
        ({zone})
      </span>
      <span>{t('analysis.unusual.computed', { time: formatMoment(computedAt, zone, language) })}</span>
      <span>{t('analysis.unusual.counts', { looked: count(looked), sites: count(sites) })}</span>
      {shortHistory > 0 && <span>{t('analysis.unusual.short', { count: count(shortHistory) })}</span>}
      {silent > 0 && <span>{t('analysis.unusual.silent', { count: count(silent) })}</span>}
    </output>
  );
}

interface UnusualListProps {
  page: UnusualPage;
  state: ReturnType<typeof useUnusualFilters>;
}

function UnusualList({ page, state }: UnusualListProps) {
  const { t } = useTranslation();
  const channels = useChannels();
  const isPhone = useMedia(phoneQuery);
  const { hour, looked, unusual, total, rows } = page;
  const text = (key: string, params = {}) => ({
    title: t(`analysis.unusual.${key}`),
    hint: t(`analysis.unusual.${key}Hint`, params),
  });
  if (hour === null) return <EmptyState {...text('notYet')} />;
  if (looked === 0) return <EmptyState {...text('noData')} />;
  if (unusual === 0) return <EmptyState {...text('none')} />;
  if (rows.length === 0)
    return (
      <EmptyState
        {...text('noMatch', { count: unusual })}
        action={<Button onClick={state.clear}>{t('analysis.unusual.resetFilters')}</Button>}
      />
    );
  return (
    <>
      <ol aria-label={t('analysis.unusual.list')} className={own.list}>
        {rows.map((row) => {
          const channel = channels.find(({ code }) => code === row.channel);
          return channel && <UnusualItem key={row.siteId} row={row} channel={channel} />;
        })}
      </ol>
      {total > state.pageSize && (
        <nav aria-label={t('analysis.unusual.pager')} className={own.pages}>
          <Pagination
            current={state.page}
            pageSize={state.pageSize}
            total={total}
            showSizeChanger={false}
            simple={isPhone}
            onChange={state.goTo}
          />
        </nav>
      )}
    </>
  );
}
