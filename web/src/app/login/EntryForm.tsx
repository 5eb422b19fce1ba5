import { Alert, Button, Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { CaptchaField } from './CaptchaField.tsx';
import styles from './entry-form.module.css';
import type { useCaptcha } from './use-captcha.ts';
import type { EntryValues, useEntryForm } from './use-entry-form.ts';

interface Props {
  form: FormInstance<EntryValues>;
  entry: ReturnType<typeof useEntryForm>;
  captcha: ReturnType<typeof useCaptcha>;
  /** The text of the button. */
  submit: string;
  initialValues?: Partial<EntryValues>;
  beforeSubmit?: ReactNode;
  children: ReactNode;
}

/** Fields, the captcha if required, and the button; errors without a field appear above them. */
export function EntryForm(props: Props) {
  const { form, entry, captcha, submit, initialValues, beforeSubmit, children } = props;
  return (
    <Form<EntryValues>
      className={styles.form}
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initialValues}
      onFinish={(values) => void entry.submit(values)}
    >
      <div aria-live="assertive">
        {entry.failure && (
          <Alert className={styles.problem} type="error" showIcon title={entry.failure.message} />
        )}
      </div>
      {children}
      {captcha.captcha.state !== 'off' && (
        <CaptchaField captcha={captcha.captcha} isNew={captcha.isRequired} onReload={captcha.reload} />
      )}
      {beforeSubmit}
      <Button type="primary" size="large" htmlType="submit" block loading={entry.isBusy}>
        {submit}
      </Button>
    </Form>
  );
}
