import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

interface QueryErrorProps {
  error: Error;
  onRetry: () => unknown;
}

/** Data that could not be loaded, and the way to try again; or what to change in a query that the server refuses. */
export function QueryError({ error, onRetry }: QueryErrorProps) {
  const { t } = useTranslation();
  if (error instanceof CallError && error.field !== undefined)
    return <EmptyState title={t('data.query.refused')} hint={error.message} />;
  return (
    <ErrorState
      title={t('data.query.failed')}
      detail={error.message}
      retryText={t('kit.states.retry')}
      onRetry={() => void onRetry()}
    />
  );
}
