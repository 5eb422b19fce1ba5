import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';

interface QueryErrorProps {
  error: Error;
  onRetry: () => unknown;
}

/** Data that could not be loaded, and the way to try again. */
export function QueryError({ error, onRetry }: QueryErrorProps) {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={t('data.query.failed')}
      detail={error.message}
      retryText={t('kit.states.retry')}
      onRetry={() => void onRetry()}
    />
  );
}
