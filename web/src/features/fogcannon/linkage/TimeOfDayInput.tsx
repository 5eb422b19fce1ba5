import { TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { FormControl } from '../../../resource/form/form-control.ts';

const form = 'HH:mm';

/** A time of day as `HH:mm`. */
export function TimeOfDayInput({ value, onChange, ...control }: FormControl<string | null>) {
  return (
    <TimePicker
      {...control}
      format={form}
      minuteStep={5}
      needConfirm={false}
      placeholder={form}
      style={{ width: '100%' }}
      value={value ? dayjs(`2000-01-01T${value}`) : null}
      onChange={(next) => onChange?.(next?.format(form) ?? null)}
    />
  );
}
