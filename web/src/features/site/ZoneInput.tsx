import { differenceOfZone, zoneOfDifference } from '@limpid/contract/site/time-difference';
import { defaultZone } from '@limpid/contract/zone';
import { Form, InputNumber, Select } from 'antd';
import { serverNow } from '../../api/server-clock.ts';
import type { FormControl } from '../../resource/form/form-control.ts';

/** Named time zones, without fixed offsets. */
const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

/** A time zone; sets the time difference too. */
export function ZoneInput({ value, onChange, ...control }: FormControl<string | null | undefined>) {
  const form = Form.useFormInstance();
  const isKnown = !value || zones.some((zone) => zone.value === value);
  return (
    <Select
      {...control}
      value={value ?? undefined}
      options={isKnown ? zones : [...zones, { value, label: value }]}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={defaultZone}
      onChange={(zone) => {
        onChange?.(zone);
        form.setFieldsValue({ timeDifference: differenceOfZone(zone, new Date(serverNow())) });
      }}
    />
  );
}

/** The time difference from China; sets the zone with that fixed difference too. */
export function TimeDifferenceInput({ value, onChange, ...control }: FormControl<number | null | undefined>) {
  const form = Form.useFormInstance();
  return (
    <InputNumber<number>
      {...control}
      style={{ width: '100%' }}
      value={value ?? null}
      onChange={(hours) => {
        onChange?.(hours);
        const zone = hours === null ? undefined : zoneOfDifference(hours);
        if (zone) form.setFieldsValue({ zone });
      }}
    />
  );
}
