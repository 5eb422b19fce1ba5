import { parseCoordinatePair } from '@limpid/contract/site/coordinates';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormControl } from '../../resource/form/form-control.ts';

interface CoordinateInputProps extends FormControl<string | number | null | undefined> {
  name: 'longitude' | 'latitude';
}

/** A longitude or a latitude. A pasted or typed pair fills both fields. */
export function CoordinateInput({ name, value, onChange, ...control }: CoordinateInputProps) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();

  /** Returns true if the text was a pair of coordinates. */
  function takePair(text: string): boolean {
    const pair = parseCoordinatePair(text);
    if (pair) {
      form.setFieldsValue(pair);
      void form.validateFields(['longitude', 'latitude']).catch(() => undefined);
    } else if (/[^\s][,，;；\s]+[^\s]/.test(text)) {
      form.setFields([{ name, errors: [t('errors.coordinate.pair')] }]);
    }
    return pair !== undefined;
  }

  return (
    <Input
      {...control}
      inputMode="decimal"
      value={value ?? ''}
      placeholder={name === 'longitude' ? '116.404' : '39.915'}
      onChange={(event) => onChange?.(event.target.value === '' ? null : event.target.value)}
      onPaste={(event) => {
        if (takePair(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onBlur={(event) => takePair(event.target.value)}
    />
  );
}
