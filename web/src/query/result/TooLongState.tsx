import type { Granularity } from '@limpid/contract/data/series';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { QueryState } from '../state/use-query-state.ts';

interface TooLongStateProps {
  state: QueryState;
  granularity: Granularity;
  /** The longest period with this step. */
  days: number;
}

/** Says that a period is too long for its step, and offers the automatic one. */
export function TooLongState({ state, granularity, days }: TooLongStateProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('data.query.tooLong', { days, step: t(`data.query.steps.${granularity}`) })}
      hint={t('data.query.tooLongHint')}
      action={<Button onClick={() => state.change({ step: 'auto' })}>{t('data.query.useAuto')}</Button>}
    />
  );
}
