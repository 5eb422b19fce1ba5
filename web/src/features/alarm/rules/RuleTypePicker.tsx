import { ruleTypes } from '@limpid/contract/alarm/alarm-rule';
import { Select } from 'antd';
import { useDict } from '../../../resource/fields/use-dict.ts';
import type { FormControl } from '../../../resource/form/form-control.ts';

/** The types that rules can have; the dictionary has further ones that the platform raises itself. */
export function RuleTypePicker(control: FormControl<string>) {
  const entries = useDict('alarm_type').filter(({ value }) => ruleTypes.some((type) => type === value));
  return <Select<string> {...control} options={entries.map(({ value, text }) => ({ value, label: text }))} />;
}
