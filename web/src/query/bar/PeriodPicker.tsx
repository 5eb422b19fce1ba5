import { floorToHour } from '@limpid/contract/local-time';
import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { dayPickerForm, wireDay } from '../../lib/dates.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { findDays, isOneHour, type PeriodUnit, type Range, resolveHour } from '../state/period.ts';
import { dayPresets, longPresets, type Preset, type QueryPeriod } from '../state/query.ts';
import { HourPicker } from './HourPicker.tsx';
import styles from './query.module.css';

interface PeriodPickerProps {
  period: QueryPeriod;
  /** The moments of the period in the zone. */
  range: Range;
  zone: string;
  unit: PeriodUnit;
  /** Presets that the screen offers; all that it can show by default. */
  offered?: readonly Preset[];
  onChange: (period: QueryPeriod) => void;
}

type Shown = Preset | 'hour' | 'custom' | 'zoomed';

/** A preset, or two days of the calendar. */
export function PeriodPicker({
  period,
  range,
  zone,
  unit,
  offered = unit === 'moments' ? longPresets : dayPresets,
  onChange,
}: PeriodPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const days = findDays(range, zone);
  const hasHours = unit === 'daysOrHour';
  const shown = findShown(period, hasHours);
  const hours: Shown[] = hasHours ? ['lastHour', 'hour'] : [];
  // A period that another screen has set is named too.
  const names = [...new Set<Shown>([...hours, ...offered, 'custom', shown])];
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
            else if (name === 'hour') onChange(resolveHour(floorToHour(range.to - 1, zone)));
            else if (name !== 'zoomed') onChange(name);
          }}
          popupMatchSelectWidth={false}
        />
        {shown === 'hour' && <HourPicker hour={range} zone={zone} onChange={onChange} />}
        {!withoutDays.has(shown) && (
          <DatePicker.RangePicker
            allowClear={false}
            className={styles.days}
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

/** Periods that do not begin or end with a day. */
const withoutDays: ReadonlySet<Shown> = new Set(['zoomed', 'hour', 'lastHour', 'last24Hours']);

function findShown(period: QueryPeriod, hasHours: boolean): Shown {
  if (typeof period === 'string') return period;
  if ('fromDay' in period) return 'custom';
  return hasHours && isOneHour(period) ? 'hour' : 'zoomed';
}
