import type { SiteRoses } from '@limpid/contract/analysis/rose';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../api/Allowed.tsx';
import { type Query, writeQuery } from '../../../query/state/query.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

interface NoWindProps {
  lacking: SiteRoses['lacking'];
  query: Query;
}

/** Says which part of the wind a site lacks, and where to look for it. */
export function NoWind({ lacking, query }: NoWindProps) {
  const { t } = useTranslation();
  const missing = lacking.map(({ quantity, channel }) => {
    const name = t(`analysis.rose.quantities.${quantity}`);
    return channel === null
      ? t('analysis.rose.noChannel', { name })
      : t('analysis.rose.channelOf', { name, channel });
  });
  const channels = lacking.flatMap(({ channel }) => channel ?? []);
  const address = writeQuery({ ...query, channels, step: 'hour' }, new URLSearchParams());
  return (
    <EmptyState
      title={t('analysis.rose.noWind')}
      hint={
        missing.length === 0
          ? t('analysis.rose.noCommonHint')
          : t('analysis.rose.noWindHint', { missing: missing.join(t('analysis.rose.and')) })
      }
      action={
        channels.length > 0 && (
          <Allowed permission={['data:history:list']}>
            <Link to={`/data/history?${address}`}>{t('analysis.rose.openHistory')}</Link>
          </Allowed>
        )
      }
    />
  );
}
