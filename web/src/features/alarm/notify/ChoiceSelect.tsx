import { Select } from 'antd';
import type { FormControl } from '../../../resource/form/form-control.ts';

type Chosen = number | number[] | null | undefined;

interface ChoiceSelectProps extends FormControl<Chosen> {
  /** Undefined while loading. */
  options: { value: number; label: string }[] | undefined;
  several?: boolean;
  allowClear?: boolean;
  placeholder?: string;
  'aria-label'?: string;
  status?: '' | 'error';
}

/** Chooses among options that the screen has loaded. */
export function ChoiceSelect({ options, several, value, onChange, ...control }: ChoiceSelectProps) {
  return (
    <Select<Chosen>
      {...control}
      mode={several ? 'multiple' : undefined}
      // While the names are loading, the bare id would be shown.
      value={options ? (value ?? undefined) : undefined}
      options={options ?? []}
      loading={!options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
