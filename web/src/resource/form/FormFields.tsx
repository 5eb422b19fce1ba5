import { Form } from 'antd';
import { Fragment, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { NamedField } from '../fields/resource-fields.ts';
import styles from '../resource.module.css';
import { FieldInput } from './FieldInput.tsx';
import { fieldRules } from './field-rules.ts';
import { PartsInput } from './PartsInput.tsx';

export function isShort({ field }: NamedField): boolean {
  return field.kind !== 'longText' && field.kind !== 'parts';
}

function isTranslated({ field }: NamedField): boolean {
  return field.kind === 'text' && field.translated === true;
}

/** Custom controls by field; the form item provides value and change handler. */
export type FormInputs = Record<string, ReactElement<object>>;

/** The key of a control below a field, across the width of the form. */
export const belowField = (name: string) => `${name}/below`;

/** The key of a hint under a field, in its column. */
export const noteOf = (name: string) => `${name}/note`;

interface FormFieldsProps {
  fields: NamedField[];
  isEdit: boolean;
  inputs?: FormInputs | undefined;
}

function renderInput(named: NamedField, isFixed: boolean, startsHere: boolean) {
  if (named.field.kind === 'parts') return <PartsInput field={named.field} />;
  return <FieldInput field={named} disabled={isFixed} startsHere={startsHere} />;
}

/** The form items of the fields; the first editable one has the focus. */
export function FormFields({ fields, isEdit, inputs }: FormFieldsProps) {
  const { t } = useTranslation();
  const isFixed = ({ field }: NamedField) => isEdit && field.fixed === true;
  const first = fields.find((one) => !isFixed(one));
  return fields.map((one) => (
    <Fragment key={one.name}>
      {one.field.section && <h3 className={styles.section}>{t(one.field.section)}</h3>}
      <Form.Item
        name={one.name}
        label={isTranslated(one) ? t('kit.form.inChinese', { label: t(one.label) }) : t(one.label)}
        rules={fieldRules(one, t)}
        validateFirst
        className={isShort(one) ? undefined : styles.fullWidth}
        extra={inputs?.[noteOf(one.name)]}
      >
        {inputs?.[one.name] ?? renderInput(one, isFixed(one), one === first)}
      </Form.Item>
      {inputs?.[belowField(one.name)]}
    </Fragment>
  ));
}
