import { readSubscription } from '@limpid/contract/alarm/notify-subscription';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import styles from './notify.module.css';
import { type SubscriptionFacts, SubscriptionForm } from './SubscriptionForm.tsx';

/** The user's own notification settings. */
export default function SubscriptionScreen() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [readSubscription.path],
    queryFn: ({ signal }) => call(readSubscription, { signal, quiet: true }),
  });
  // Uses the first response only, because a refetch must not overwrite the form.
  const [stored, setStored] = useState<SubscriptionFacts>();
  if (!stored && data && !isFetching) setStored(data);
  return (
    <section aria-label={t('notify.subscription.title')} className={styles.card}>
      {stored ? (
        <SubscriptionForm facts={stored} />
      ) : error && !isFetching ? (
        <ErrorState
          title={t('kit.states.rowFailed')}
          detail={error.message}
          retryText={t('kit.states.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </section>
  );
}
