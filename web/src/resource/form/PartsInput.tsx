import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Field } from '@limpid/contract/kit/field';
import { Button, Form } from 'antd';
import { type CSSProperties, cloneElement, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ResourceRow } from '../row/row.ts';
import { FieldInput } from './FieldInput.tsx';
import type { FormControl } from './form-control.ts';
import { isMissing } from './part-rules.ts';
import styles from './parts.module.css';

interface PartsInputProps extends FormControl<ResourceRow[] | null | undefined> {
  field: Field & { kind: 'parts' };
  /** Custom controls by field of a part. */
  inputs?: Record<string, ReactElement<object>>;
  /** Initial values of a new part. */
  initialValues?: ResourceRow;
}

/** Props that the list passes to the control of a field. */
interface Control {
  'aria-label'?: string;
  status?: '' | 'error';
  value?: unknown;
  onChange?: (next: unknown) => void;
}

/** Column width by kind of field; other kinds share the rest. */
const shares: Partial<Record<Field['kind'], string>> = { number: '110px', integer: '96px', flag: '64px' };

/** Edits a list of parts, one per line; on a phone in two columns. */
export function PartsInput({
  field,
  inputs,
  initialValues,
  id,
  value,
  onChange,
  ...described
}: PartsInputProps) {
  const { t } = useTranslation();
  const { status } = Form.Item.useStatus();
  const parts = value ?? [];
  const fields = Object.entries(field.of).map(([name, one]) => ({
    name,
    field: one,
    label: one.label ?? name,
  }));
  const columns = fields.map((one) => shareOf(one.field)).join(' ');
  const change = (line: number, name: string, next: unknown) =>
    onChange?.(parts.map((part, index) => (index === line ? { ...part, [name]: next } : part)));
  const style: CSSProperties & Record<'--columns', string> = { '--columns': columns };
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={described['aria-describedby']}
      className={styles.parts}
      style={style}
    >
      {parts.length > 0 && (
        <div aria-hidden className={styles.head}>
          {fields.map(({ name, label, field: { required } }) => (
            <span key={name} className={required ? styles.required : undefined}>
              {t(label)}
            </span>
          ))}
        </div>
      )}
      {parts.map((part, line) => (
        // Parts have no id and keep their order.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={line} className={styles.line}>
          {fields.map((one) => {
            const control: ReactElement<Control> = inputs?.[one.name] ?? <FieldInput field={one} />;
            const isWrong = status === 'error' && isMissing(one.field, part[one.name]);
            return (
              <div key={one.name} className={styles.cell}>
                <span aria-hidden className={styles.label}>
                  {t(one.label)}
                </span>
                {cloneElement(control, {
                  'aria-label': t('kit.parts.line', { line: line + 1, label: t(one.label) }),
                  status: isWrong ? 'error' : '',
                  value: part[one.name],
                  onChange: (next: unknown) => change(line, one.name, readValue(next)),
                })}
              </div>
            );
          })}
          <IconButton
            name={t('kit.parts.remove', { line: line + 1 })}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onChange?.(parts.filter((_, index) => index !== line))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined aria-hidden />}
        disabled={parts.length >= field.max}
        onClick={() => onChange?.([...parts, { ...initialValues }])}
      >
        {t('kit.parts.add')}
      </Button>
    </fieldset>
  );
}

function shareOf(field: Field): string {
  const isTiny = field.kind === 'text' && field.max < 10;
  return shares[isTiny ? 'number' : field.kind] ?? 'minmax(0, 1fr)';
}

/** Text controls pass the event, others the value. */
function readValue(next: unknown): unknown {
  const isEvent = typeof next === 'object' && next !== null && 'target' in next;
  return isEvent ? (next.target as HTMLInputElement).value : next;
}
