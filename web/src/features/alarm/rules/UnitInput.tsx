import { InputNumber } from 'antd';
import { thresholdUnit } from '../../../query/alarm-rules/describe-condition.ts';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { useTypedRule } from './use-typed-rule.ts';

/** A number in the unit of what the rule compares. */
export function UnitInput(control: FormControl<number | null>) {
  const unit = thresholdUnit(useTypedRule());
  return <InputNumber<number> {...control} suffix={unit || undefined} style={{ width: '100%' }} />;
}
