import { Form, Input } from 'antd';
import type { Rule } from 'antd/es/form';
import { useTranslation } from 'react-i18next';

export interface Passwords {
  oldPassword: string;
  newPassword: string;
  confirmation: string;
}

/** Requests trim strings, so validation trims them too. */
const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

export function PasswordFields() {
  const { t } = useTranslation();
  const labels = {
    oldPassword: t('shell.password.fields.oldPassword'),
    newPassword: t('shell.password.fields.newPassword'),
    confirmation: t('shell.password.fields.confirmation'),
  };
  const required = (label: string): Rule => ({
    required: true,
    whitespace: true,
    message: t('shell.validation.required', { label }),
  });
  const sameAsNew: Rule = ({ getFieldValue }) => ({
    validator: (_, value: unknown) =>
      !value || trim(value) === trim(getFieldValue('newPassword'))
        ? Promise.resolve()
        : Promise.reject(new Error(t('shell.password.differs'))),
  });
  return (
    <>
      <Form.Item name="oldPassword" label={labels.oldPassword} rules={[required(labels.oldPassword)]}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={labels.newPassword}
        validateFirst
        rules={[
          required(labels.newPassword),
          { min: 6, max: 20, transform: trim, message: t('shell.password.length') },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="confirmation"
        label={labels.confirmation}
        dependencies={['newPassword']}
        validateFirst
        rules={[required(labels.confirmation), sameAsNew]}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
    </>
  );
}
