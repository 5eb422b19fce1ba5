import { Input, InputNumber, Radio, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { NamedField } from '../fields/resource-fields.ts';
import { useFieldOptions } from '../fields/use-field-options.ts';
import { SecretInput } from './SecretInput.tsx';

const radiosUpTo = 3;

interface FieldInputProps {
  field: NamedField;
  disabled?: boolean;
  /** Has the focus when the form opens. */
  startsHere?: boolean;
}

/** The form control of a field, except parts. The form item provides value and change handler. */
export function FieldInput({ field: named, startsHere, ...rest }: FieldInputProps) {
  const control = { ...rest, autoFocus: startsHere };
  const { t } = useTranslation();
  const options = useFieldOptions(named);
  const { field } = named;
  switch (field.kind) {
    case 'longText': {
      const counter = { show: true, max: field.max };
      return <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} count={counter} {...control} />;
    }
    case 'integer':
    case 'number':
      // No bounds here: the control would silently change the value; the form rules show an error instead.
      return <InputNumber style={{ width: '100%' }} {...control} />;
    case 'dict':
    case 'choice': {
      const mayBeEmpty = !field.required && field.default === undefined;
      if (mayBeEmpty || options.length > radiosUpTo)
        return <Select options={options} allowClear={mayBeEmpty} {...control} />;
      return <Radio.Group options={options} aria-label={t(named.label)} {...control} />;
    }
    case 'secret':
      return <SecretInput {...rest} isRequired={field.required} />;
    case 'flag':
      return <Switch aria-label={t(named.label)} {...control} />;
    default:
      return <Input {...control} />;
  }
}
