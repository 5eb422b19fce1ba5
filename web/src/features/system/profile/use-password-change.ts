import { changePassword } from '@limpid/contract/system/session';
import { Form } from 'antd';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import type { Passwords } from './PasswordFields.tsx';

/** The form to change a password; errors of the server appear at their field. */
export function usePasswordChange(onDone: () => void) {
  const [form] = Form.useForm<Passwords>();
  const [isSaving, setSaving] = useState(false);

  async function save({ oldPassword, newPassword }: Passwords): Promise<void> {
    setSaving(true);
    try {
      await call(changePassword, { body: { oldPassword, newPassword } });
      form.resetFields();
      onDone();
    } catch (error) {
      if (!(error instanceof CallError) || !error.field) return;
      const name = error.field === 'oldPassword' ? 'oldPassword' : 'newPassword';
      form.setFields([{ name, errors: [error.message] }]);
      form.focusField(name);
    } finally {
      setSaving(false);
    }
  }

  return { form, isSaving, save };
}
