import { DatePicker, Input, InputNumber, Select } from 'antd';
import { dayPickerForm } from '../../lib/dates.ts';
import type { NamedField } from '../fields/resource-fields.ts';
import { useFieldOptions } from '../fields/use-field-options.ts';
import { useLanguage } from '../use-language.ts';

/** The search control of a field. The form item provides value and change handler. */
export function SearchInput({ field: named, ...control }: { field: NamedField }) {
  const options = useFieldOptions(named);
  const language = useLanguage();
  const { field } = named;
  if (field.search === 'range') {
    // A picker that requires both days traps the Tab key while it is empty.
    return <DatePicker.RangePicker allowEmpty={[true, true]} format={dayPickerForm(language)} {...control} />;
  }
  switch (field.kind) {
    case 'dict':
    case 'choice':
      return <Select allowClear options={options} {...control} />;
    case 'id':
    case 'integer':
    case 'number':
      return (
        <InputNumber
          precision={field.kind === 'number' ? undefined : 0}
          style={{ width: '100%' }}
          {...control}
        />
      );
    default:
      return <Input allowClear {...control} />;
  }
}
