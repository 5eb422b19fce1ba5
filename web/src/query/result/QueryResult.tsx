import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { QueryState } from '../state/use-query-state.ts';
import { ChooseSitesButton } from './ChooseSitesButton.tsx';
import { QueryError } from './QueryError.tsx';

interface QueryResultProps<Data> {
  state: QueryState;
  result: UseQueryResult<Data>;
  /** What the screen shows of a site, where none is chosen yet. */
  siteHint: string;
  /** How many sites the screen needs; one by default. */
  minSites?: number;
  /** The screen needs a channel; true by default. */
  needsChannel?: boolean;
  /** Shown until the first data has come, by a screen that marks loading itself; a skeleton without this. */
  waiting?: Data | undefined;
  children: (data: Data, isLoading: boolean) => ReactNode;
}

/** The result of a query, or what is missing: sites, a channel, a valid period, the data. */
export function QueryResult<Data>({
  state: { sites, query, askedChannels, range, setChoosingSites },
  result,
  siteHint,
  minSites = 1,
  needsChannel = true,
  waiting,
  children,
}: QueryResultProps<Data>) {
  const { t } = useTranslation();
  if (query.siteIds.length < minSites || (sites && sites.length < minSites))
    return (
      <EmptyState
        title={t('data.query.chooseSite')}
        hint={siteHint}
        action={<ChooseSitesButton onChoose={setChoosingSites} />}
      />
    );
  if (needsChannel && query.channels.length === 0)
    // Without a chosen channel, the usual one is known when the channels have come.
    return askedChannels.length === 0 ? (
      <Skeleton active paragraph={{ rows: 8 }} />
    ) : (
      <EmptyState title={t('data.query.chooseChannel')} hint={t('data.query.chooseChannelHint')} />
    );
  if (range.from >= range.to)
    return <EmptyState title={t('data.query.reversed')} hint={t('data.query.reversedHint')} />;
  if (result.isError) return <QueryError error={result.error} onRetry={result.refetch} />;
  const isLoading = result.data === undefined || result.isPlaceholderData;
  const shown = result.data ?? waiting;
  if (waiting !== undefined && shown !== undefined) return children(shown, isLoading);
  if (result.data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  // A quick response must not flicker.
  return (
    <Spin delay={300} spinning={result.isPlaceholderData}>
      {children(result.data, isLoading)}
    </Spin>
  );
}
