import { Form } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldInput } from './FieldInput.tsx';
import { fieldRules } from './field-rules.ts';
import styles from './resource.module.css';
import type { NamedField } from './resource-fields.ts';

export function isShort({ field }: NamedField): boolean {
  return field.kind !== 'longText';
}

function isTranslated({ field }: NamedField): boolean {
  return field.kind === 'text' && field.translated === true;
}

/** Controls a screen brings along, by field; the form item around one gives it value and change handler. */
export type Inputs = Record<string, ReactElement<object>>;

interface FormFieldsProps {
  fields: NamedField[];
  isEdit: boolean;
  inputs?: Inputs | undefined;
}

/** The form items of the fields; the first one that can be filled in has the focus. */
export function FormFields({ fields, isEdit, inputs }: FormFieldsProps) {
  const { t } = useTranslation();
  const isFixed = ({ field }: NamedField) => isEdit && field.fixed === true;
  const first = fields.find((one) => !isFixed(one));
  return fields.map((one) => (
    <Form.Item
      key={one.name}
      name={one.name}
      label={isTranslated(one) ? t('kit.form.inChinese', { label: t(one.label) }) : t(one.label)}
      rules={fieldRules(one, t)}
      validateFirst
      className={isShort(one) ? undefined : styles.fullWidth}
    >
      {inputs?.[one.name] ?? <FieldInput field={one} disabled={isFixed(one)} startsHere={one === first} />}
    </Form.Item>
  ));
}
