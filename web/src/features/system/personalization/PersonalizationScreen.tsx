import { type Personalization, readPersonalization } from '@limpid/contract/system/personalization';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PersonalizationForm } from './PersonalizationForm.tsx';
import styles from './personalization.module.css';

export default function PersonalizationScreen() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [readPersonalization.path],
    queryFn: ({ signal }) => call(readPersonalization, { signal, quiet: true }),
  });
  // Uses the first response only, because a refetch must not overwrite the form.
  const [stored, setStored] = useState<Personalization>();
  if (!stored && data && !isFetching) setStored(data);
  if (stored) return <PersonalizationForm stored={stored} />;
  return (
    <div className={styles.card}>
      {error && !isFetching ? (
        <ErrorState
          title={t('kit.states.rowFailed')}
          detail={error.message}
          retryText={t('kit.states.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </div>
  );
}
