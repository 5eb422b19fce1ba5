import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { useLanguage } from '../../../resource/use-language.ts';

interface WeekdaysInputProps extends FormControl<string | null | undefined> {
  'aria-label'?: string;
  status?: '' | 'error';
}

const numbers = [1, 2, 3, 4, 5, 6, 7];
/** A Monday. */
const firstMonday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** Chooses days of the week, stored as `1,2,3` from Monday = 1. */
export function WeekdaysInput({ value, onChange, ...control }: WeekdaysInputProps) {
  const { t } = useTranslation();
  const format = new Intl.DateTimeFormat(useLanguage(), { weekday: 'short', timeZone: 'UTC' });
  const options = numbers.map((number) => ({
    value: number,
    label: format.format(firstMonday + (number - 1) * dayMs),
  }));
  const chosen = (value ?? '').split(',').filter(Boolean).map(Number);
  return (
    <Select<number[]>
      {...control}
      mode="multiple"
      maxTagCount={chosen.length === numbers.length ? 0 : 'responsive'}
      maxTagPlaceholder={(hidden) =>
        hidden.length === numbers.length ? t('notify.rota.everyDay') : `+${hidden.length}`
      }
      options={options}
      value={chosen}
      onChange={(days) => onChange?.(days.toSorted((a, b) => a - b).join(',') || null)}
    />
  );
}
