import { bindIdentity } from '@limpid/contract/system/identity';
import { Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { AccountFields } from './AccountFields.tsx';
import { EntryForm } from './EntryForm.tsx';
import { useCaptcha } from './use-captcha.ts';
import { type EntryValues, useEntryForm } from './use-entry-form.ts';

interface Props {
  code: string;
  onDone(userName: string): void;
  /** The code is no longer valid, so the form is useless. */
  onRefused(reason: string): void;
}

export function BindForm({ code, onDone, onRefused }: Props) {
  const { t } = useTranslation();
  const [form] = Form.useForm<EntryValues>();
  const captcha = useCaptcha();
  const entry = useEntryForm(form, captcha, async ({ username, password }, proof) => {
    const body = { username, password, oneTimeCode: code, ...proof };
    await call(bindIdentity, { body, quiet: true });
    onDone(username.trim());
  });
  const { failure } = entry;
  useEffect(() => form.focusField('username'), [form]);
  useEffect(() => {
    if (failure?.field === 'oneTimeCode') onRefused(failure.message);
  }, [failure, onRefused]);
  return (
    <EntryForm form={form} entry={entry} captcha={captcha} submit={t('shell.bind.submit')}>
      <AccountFields />
    </EntryForm>
  );
}
