import { UserOutlined } from '@ant-design/icons';
import { Form, Input } from 'antd';
import type { Rule } from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { useRequired } from './use-required.ts';

/** Requests trim strings, so validation trims them too. */
export const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

export function UserNameField({ rules = [] }: { rules?: Rule[] }) {
  const { t } = useTranslation();
  const required = useRequired();
  const label = t('shell.login.fields.username');
  return (
    <Form.Item name="username" label={label} validateFirst rules={[required(label), ...rules]}>
      <Input
        size="large"
        prefix={<UserOutlined aria-hidden />}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
    </Form.Item>
  );
}
