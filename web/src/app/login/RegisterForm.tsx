import { register, userNamePattern } from '@limpid/contract/system/registration';
import { Form } from 'antd';
import type { Rule } from 'antd/es/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { EntryForm } from './EntryForm.tsx';
import { PasswordField } from './PasswordField.tsx';
import { trim, UserNameField } from './UserNameField.tsx';
import { useCaptcha } from './use-captcha.ts';
import { type EntryValues, useEntryForm } from './use-entry-form.ts';

/** Validates by the rules of the server before sending. */
export function RegisterForm({ onDone }: { onDone(userName: string): void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<EntryValues>();
  const captcha = useCaptcha('register');
  const entry = useEntryForm(form, captcha, async ({ username, password }, proof) => {
    await call(register, { body: { username, password, ...proof }, quiet: true });
    onDone(username.trim());
  });
  useEffect(() => form.focusField('username'), [form]);

  const nameRule = t('shell.register.nameRule');
  const pattern = new RegExp(userNamePattern, 'u');
  const sameAsPassword: Rule = ({ getFieldValue }) => ({
    validator: (_, value: unknown) =>
      trim(value) === trim(getFieldValue('password'))
        ? Promise.resolve()
        : Promise.reject(new Error(t('shell.password.differs'))),
  });
  return (
    <EntryForm form={form} entry={entry} captcha={captcha} submit={t('shell.register.submit')}>
      <UserNameField rules={[{ min: 2, max: 20, pattern, transform: trim, message: nameRule }]} />
      <PasswordField
        name="password"
        label={t('shell.login.fields.password')}
        kind="new-password"
        rules={[{ min: 6, max: 20, transform: trim, message: t('shell.password.length') }]}
      />
      <PasswordField
        name="confirmation"
        label={t('shell.password.fields.confirmation')}
        kind="new-password"
        dependsOn={['password']}
        rules={[sameAsPassword]}
      />
    </EntryForm>
  );
}
