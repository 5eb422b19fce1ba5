import 'dayjs/locale/en-gb';
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { maxReportDays, type ReportPeriod, reportPeriods } from '@limpid/contract/report/report-request';
import { Button, DatePicker, Select } from 'antd';
import english from 'antd/es/date-picker/locale/en_GB';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { dayPickerForm, wireDay } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { describeWholePeriod } from './describe-whole-period.ts';
import styles from './make.module.css';
import { lastWholePeriod, periodAround, shiftWholePeriod, type WholeKind } from './whole-period.ts';

interface PeriodFieldProps {
  id: string;
  period: ReportPeriod;
  /** Today on the server. */
  today: string;
  onChange: (period: ReportPeriod) => void;
}

/** A kind of period and a whole one of that kind that has begun; a range is chosen freely. */
export function PeriodField({ id, period, today, onChange }: PeriodFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, first, last } = period;
  return (
    <div className={styles.period}>
      <Select
        id={id}
        aria-label={t('report.make.periodKind')}
        value={kind}
        popupMatchSelectWidth={false}
        className={styles.periodKind ?? ''}
        options={reportPeriods.map((value) => ({ value, label: t(`report.report.fields.period_${value}`) }))}
        onChange={(next) =>
          onChange(next === 'range' ? { ...period, kind: next } : lastWholePeriod(next, today))
        }
      />
      {kind === 'range' ? (
        <DatePicker.RangePicker
          allowClear={false}
          className={`${styles.periodPicker} ${styles.wide}`}
          format={dayPickerForm(language)}
          value={[dayjs(first), dayjs(last)]}
          disabledDate={(day, { from }) =>
            day.format(wireDay) > today ||
            (from !== undefined && Math.abs(day.diff(from, 'day')) >= maxReportDays)
          }
          onChange={(chosen) => {
            const [from, to] = chosen ?? [];
            if (from && to) onChange({ kind, first: from.format(wireDay), last: to.format(wireDay) });
          }}
        />
      ) : (
        <WholePeriod kind={kind} period={period} today={today} onChange={onChange} />
      )}
    </div>
  );
}

const pickers = { day: 'date', week: 'week', month: 'month', quarter: 'quarter', year: 'year' } as const;

function WholePeriod({ kind, period, today, onChange }: Omit<PeriodFieldProps, 'id'> & { kind: WholeKind }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const next = shiftWholePeriod(period, kind, 1);
  return (
    <span className={kind === 'week' ? `${styles.wholePeriod} ${styles.wide}` : styles.wholePeriod}>
      <Button
        icon={<LeftOutlined aria-hidden />}
        aria-label={t('report.make.previousPeriod')}
        onClick={() => onChange(shiftWholePeriod(period, kind, -1))}
      />
      <DatePicker
        allowClear={false}
        inputReadOnly
        // Weeks begin on Monday in every language.
        {...(language === 'en' && { locale: english })}
        picker={pickers[kind]}
        className={styles.periodPicker ?? ''}
        aria-label={t('report.make.period')}
        value={dayjs(period.first)}
        format={(day) => describeWholePeriod(periodAround(kind, day.format(wireDay)), t, language)}
        disabledDate={(day) => periodAround(kind, day.format(wireDay)).first > today}
        onChange={(day) => day && onChange(periodAround(kind, day.format(wireDay)))}
      />
      <Button
        icon={<RightOutlined aria-hidden />}
        aria-label={t('report.make.nextPeriod')}
        disabled={next.first > today}
        onClick={() => onChange(next)}
      />
    </span>
  );
}
