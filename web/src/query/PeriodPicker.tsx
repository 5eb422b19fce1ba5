import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { dayPickerForm, wireDay } from '../lib/dates.ts';
import { useLanguage } from '../resource/use-language.ts';
import { findDays, type Range } from './period.ts';
import styles from './query.module.css';
import { type Preset, presets, type QueryPeriod } from './query.ts';

interface PeriodPickerProps {
  period: QueryPeriod;
  /** The moments of the period in the zone. */
  range: Range;
  zone: string;
  /** Presets that the screen offers; all by default. */
  offered?: readonly Preset[];
  onChange: (period: QueryPeriod) => void;
}

type Shown = Preset | 'custom' | 'zoomed';

/** A preset, or two days of the calendar. */
export function PeriodPicker({ period, range, zone, offered = presets, onChange }: PeriodPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const days = findDays(range, zone);
  const shown: Shown = typeof period === 'string' ? period : 'fromDay' in period ? 'custom' : 'zoomed';
  const names: Shown[] = [...offered, 'custom', ...(shown === 'zoomed' ? [shown] : [])];
  const reversed = range.from >= range.to;
  return (
    <div className={styles.control}>
      <span className={styles.label}>{t('data.query.period')}</span>
      <div className={styles.period}>
        <Select<Shown>
          aria-label={t('data.query.period')}
          value={shown}
          options={names.map((name) => ({ value: name, label: t(`data.query.presets.${name}`) }))}
          onChange={(name) => {
            if (name === 'custom') onChange(days);
            else if (name !== 'zoomed') onChange(name);
          }}
          popupMatchSelectWidth={false}
        />
        {shown !== 'zoomed' && shown !== 'last24Hours' && (
          <DatePicker.RangePicker
            allowClear={false}
            format={dayPickerForm(language)}
            status={reversed ? 'error' : ''}
            value={[dayjs(days.fromDay), dayjs(days.toDay)]}
            onChange={(chosen) => {
              const [from, to] = chosen ?? [];
              if (from && to) onChange({ fromDay: from.format(wireDay), toDay: to.format(wireDay) });
            }}
          />
        )}
      </div>
    </div>
  );
}
