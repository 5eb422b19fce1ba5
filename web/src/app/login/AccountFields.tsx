import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Form, Input } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { prefetchShell } from '../prefetch-shell.ts';

export function AccountFields() {
  const { t } = useTranslation();
  const [capsLock, setCapsLock] = useState(false);
  const required = (label: string) => ({
    required: true,
    whitespace: true,
    message: t('shell.validation.required', { label }),
  });
  const username = t('shell.login.fields.username');
  const password = t('shell.login.fields.password');
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <Form.Item name="username" label={username} rules={[required(username)]}>
        <Input
          size="large"
          prefix={<UserOutlined aria-hidden />}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={password}
        rules={[required(password)]}
        extra={capsLock && <output>{t('shell.login.capsLock')}</output>}
      >
        <Input.Password
          size="large"
          prefix={<LockOutlined aria-hidden />}
          autoComplete="current-password"
          maxLength={200}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
          onInput={prefetchShell}
        />
      </Form.Item>
    </>
  );
}
