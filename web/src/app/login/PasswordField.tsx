import { LockOutlined } from '@ant-design/icons';
import { Form, Input } from 'antd';
import type { Rule } from 'antd/es/form';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './entry-form.module.css';
import { useRequired } from './use-required.ts';

interface Props {
  name: string;
  label: string;
  kind: 'current-password' | 'new-password';
  rules?: Rule[];
  /** Validated again when these fields change. */
  dependsOn?: string[];
  onInput?: () => void;
}

/** A password, with a hint if caps lock is on. */
export function PasswordField({ name, label, kind, rules = [], dependsOn, onInput }: Props) {
  const { t } = useTranslation();
  const required = useRequired();
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div className={styles.password}>
      <Form.Item
        name={name}
        label={label}
        dependencies={dependsOn}
        validateFirst
        rules={[required(label), ...rules]}
      >
        <Input.Password
          size="large"
          prefix={<LockOutlined aria-hidden />}
          autoComplete={kind}
          maxLength={200}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
          onInput={onInput}
        />
      </Form.Item>
      {/* Always rendered, so that screen readers notice the change. */}
      <output className={styles.capsLock}>{capsLock && t('shell.login.capsLock')}</output>
    </div>
  );
}
