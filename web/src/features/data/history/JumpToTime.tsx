import { dayBounds } from '@limpid/contract/local-time';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { dayPickerForm, wireDay } from '../../../lib/dates.ts';
import { toZoneInstant } from '../../../query/bar/zone-instant.ts';
import type { Range } from '../../../query/state/period.ts';
import { useLanguage } from '../../../resource/use-language.ts';

interface JumpToTimeProps {
  range: Range;
  zone: string;
  onJump: (ts: number) => void;
}

/** Shows the rows from a moment backwards, on the clock of the zone. */
export function JumpToTime({ range, zone, onJump }: JumpToTimeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isOutside = (day: Dayjs) => {
    const [start, end] = dayBounds(day.format(wireDay), zone);
    return end <= range.from || start >= range.to;
  };
  return (
    <DatePicker
      aria-label={t('data.history.jump')}
      placeholder={t('data.history.jump')}
      showTime={{ format: 'HH:mm', defaultOpenValue: dayjs('00:00', 'HH:mm') }}
      format={`${dayPickerForm(language)} HH:mm`}
      value={null}
      disabledDate={isOutside}
      onChange={(chosen) => chosen && onJump(toZoneInstant(chosen, zone))}
    />
  );
}
