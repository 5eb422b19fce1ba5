import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';

interface RowStateProps {
  row: { error: Error | null; refetch: () => unknown };
  /** Number of lines of the placeholder. */
  lines: number;
}

/** The placeholder of a row while it is loading, or its error. */
export function RowState({ row, lines }: RowStateProps) {
  const { t } = useTranslation();
  if (!row.error) return <Skeleton active title={false} paragraph={{ rows: lines }} />;
  return (
    <ErrorState
      title={t('kit.states.rowFailed')}
      detail={row.error.message}
      retryText={t('kit.states.retry')}
      onRetry={() => void row.refetch()}
    />
  );
}
