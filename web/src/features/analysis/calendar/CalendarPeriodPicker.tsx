import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import bar from '../../../query/bar/query.module.css';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './calendar.module.css';
import { type CalendarPeriod, isYear, shiftPeriod } from './calendar-period.ts';

interface CalendarPeriodPickerProps {
  period: CalendarPeriod;
  /** Today at the first site. */
  today: string;
  onChange: (period: CalendarPeriod) => void;
}

const monthForms = { zh: 'YYYY年M月', en: 'MMM YYYY', fr: 'MMM YYYY' } as const;
const firstYear = 1900;

/** A month or a year, with buttons to the one before and the next one. */
export function CalendarPeriodPicker({ period, today, onChange }: CalendarPeriodPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const view = isYear(period) ? 'year' : 'month';
  const isLast = period >= today.slice(0, period.length);
  return (
    <div className={bar.control}>
      <span className={bar.label}>{t('analysis.calendar.fields.period')}</span>
      <div className={bar.period}>
        <Segmented
          aria-label={t('analysis.calendar.view')}
          value={view}
          options={(['month', 'year'] as const).map((value) => ({
            value,
            label: t(`analysis.calendar.views.${value}`),
          }))}
          onChange={(next) => onChange(next === 'year' ? period.slice(0, 4) : findMonth(period, today))}
        />
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={t(`analysis.calendar.previous.${view}`)}
          disabled={Number(period.slice(0, 4)) <= firstYear}
          onClick={() => onChange(shiftPeriod(period, -1))}
        />
        <DatePicker
          allowClear={false}
          picker={view}
          className={styles.picker ?? ''}
          aria-label={t('analysis.calendar.fields.period')}
          format={view === 'year' ? 'YYYY' : monthForms[language]}
          value={dayjs(view === 'year' ? `${period}-01-01` : `${period}-01`)}
          disabledDate={(date) => date.format('YYYY-MM-DD') > today}
          onChange={(date) => date && onChange(date.format(view === 'year' ? 'YYYY' : 'YYYY-MM'))}
        />
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={t(`analysis.calendar.next.${view}`)}
          disabled={isLast}
          onClick={() => onChange(shiftPeriod(period, 1))}
        />
      </div>
    </div>
  );
}

/** The current month of this year, else the last month of the year. */
function findMonth(year: CalendarPeriod, today: string): CalendarPeriod {
  return today.startsWith(year) ? today.slice(0, 7) : `${year.slice(0, 4)}-12`;
}
