import { FieldTimeOutlined, FlagOutlined, RiseOutlined, StopOutlined } from '@ant-design/icons';
import type { countRealtime } from '@limpid/contract/data/realtime';
import { type RealtimeCondition, realtimeConditions } from '@limpid/contract/data/realtime-condition';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './realtime-filters.module.css';

export type RealtimeCounts = ReplyValue<(typeof countRealtime)['reply']>;

interface RealtimeFiltersProps {
  counts: RealtimeCounts | undefined;
  only: RealtimeCondition | undefined;
  onChange: (only: RealtimeCondition | undefined) => void;
}

const icons: Record<RealtimeCondition, ReactNode> = {
  above: <RiseOutlined aria-hidden />,
  flagged: <FlagOutlined aria-hidden />,
  late: <FieldTimeOutlined aria-hidden />,
  silent: <StopOutlined aria-hidden />,
};

/** What to look at, each with the number of its sites on all pages. */
export function RealtimeFilters({ counts, only, onChange }: RealtimeFiltersProps) {
  const { t } = useTranslation();
  const number = new Intl.NumberFormat(useLanguage());
  const write = (count: number | undefined) => (count === undefined ? '…' : number.format(count));
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">{t('data.realtime.only.title')}</legend>
      <button
        type="button"
        className={styles.filter}
        aria-pressed={only === undefined}
        onClick={() => onChange(undefined)}
      >
        {t('data.realtime.only.all')} <b>{write(counts?.all)}</b>
      </button>
      {realtimeConditions.map((condition) => (
        <button
          key={condition}
          type="button"
          className={styles.filter}
          data-condition={counts?.[condition] ? condition : undefined}
          aria-pressed={only === condition}
          title={t(`data.realtime.only.${condition}Hint`)}
          onClick={() => onChange(only === condition ? undefined : condition)}
        >
          {icons[condition]}
          {t(`data.realtime.only.${condition}`)} <b>{write(counts?.[condition])}</b>
        </button>
      ))}
    </fieldset>
  );
}
