import { type RuleBasis, ruleBases } from '@limpid/contract/alarm/alarm-rule';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormControl } from '../../../resource/form/form-control.ts';

/** Real-time values, minutes or hours; their names are too long for radios side by side. */
export function BasisPicker(control: FormControl<RuleBasis>) {
  const { t } = useTranslation();
  const options = ruleBases.map((value) => ({ value, label: t(`alarm.rule.fields.basis_${value}`) }));
  return <Select<RuleBasis> {...control} options={options} />;
}
