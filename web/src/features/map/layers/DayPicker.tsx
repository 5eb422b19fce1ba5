import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { dayPickerForm, wireDay } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';

interface DayPickerProps {
  className: string | undefined;
  label: string;
  /** As `yyyy-MM-dd`; undefined if none is chosen. */
  day: string | undefined;
  /** The last day that can be chosen. */
  last: string;
  onChange: (day: string | undefined) => void;
}

/** A day, written as the console's language does. */
export function DayPicker({ className, label, day, last, onChange }: DayPickerProps) {
  const language = useLanguage();
  return (
    <DatePicker
      size="small"
      {...(className !== undefined && { className })}
      aria-label={label}
      placeholder={label}
      format={dayPickerForm(language)}
      maxDate={dayjs(last)}
      value={day === undefined ? null : dayjs(day)}
      onChange={(chosen) => onChange(chosen?.format(wireDay))}
    />
  );
}
