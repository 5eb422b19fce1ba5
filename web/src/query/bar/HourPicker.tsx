import { formatLocalTime, toInstant } from '@limpid/contract/local-time';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { dayPickerForm } from '../../lib/dates.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { type Range, resolveHour } from '../state/period.ts';

interface HourPickerProps {
  hour: Range;
  zone: string;
  onChange: (hour: Range) => void;
}

/** One hour on the clock of a zone. */
export function HourPicker({ hour, zone, onChange }: HourPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <DatePicker
      allowClear={false}
      showTime={{ format: 'HH' }}
      format={`${dayPickerForm(language)} HH:00`}
      aria-label={t('data.query.presets.hour')}
      value={dayjs(formatLocalTime(hour.from, zone))}
      onChange={(chosen) => {
        if (!chosen) return;
        const wall = {
          year: chosen.year(),
          month: chosen.month() + 1,
          day: chosen.date(),
          hour: chosen.hour(),
          minute: 0,
          second: 0,
          millisecond: 0,
        };
        onChange(resolveHour(toInstant(wall, zone)));
      }}
    />
  );
}
