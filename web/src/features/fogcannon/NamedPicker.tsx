import { localised } from '@limpid/contract/kit/resource';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormControl } from '../../resource/form/form-control.ts';
import { useLanguage } from '../../resource/use-language.ts';

interface NamedChoice {
  id: number;
  name: string;
  nameEn?: string | null;
  nameFr?: string | null;
  unit?: string | null;
}

type Chosen = number | number[] | null;

interface NamedPickerProps extends FormControl<Chosen> {
  /** Undefined while they are loading, or while nothing can be chosen. */
  choices: readonly NamedChoice[] | undefined;
  isLoading: boolean;
  several?: boolean;
  allowClear?: boolean;
  placeholder?: string;
  disabled?: boolean;
}

/** Chooses one or several named things by typing. */
export function NamedPicker({ choices, isLoading, several, value, onChange, ...control }: NamedPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const offered = (choices ?? []).map((one) => ({
    value: one.id,
    label: [localised({ ...one }, 'name', language), one.unit].filter(Boolean).join(' · '),
  }));
  const gone = [value ?? []].flat().filter((id) => !offered.some((one) => one.value === id));
  return (
    <Select<Chosen>
      {...control}
      mode={several ? 'multiple' : undefined}
      loading={isLoading}
      // While the names are loading, the bare id would be shown.
      value={choices ? (value ?? (several ? [] : null)) : several ? [] : null}
      showSearch={{ optionFilterProp: 'label' }}
      options={[...offered, ...gone.map((id) => ({ value: id, label: t('kit.form.stopped', { id }) }))]}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
