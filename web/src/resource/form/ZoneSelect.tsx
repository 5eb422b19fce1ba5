import { Select } from 'antd';
import type { FormControl } from './form-control.ts';

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

/** Chooses a time zone by its name. */
export function ZoneSelect({ value, onChange, ...control }: FormControl<string | null | undefined>) {
  const isKnown = !value || zones.some((zone) => zone.value === value);
  return (
    <Select
      {...control}
      value={value ?? undefined}
      options={isKnown ? zones : [...zones, { value, label: value }]}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(zone) => onChange?.(zone)}
    />
  );
}
