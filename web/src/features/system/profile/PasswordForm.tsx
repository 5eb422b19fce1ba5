import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useSession } from '../../../api/session.ts';
import { PasswordFields } from './PasswordFields.tsx';
import type { usePasswordChange } from './use-password-change.ts';

interface Props {
  id: string;
  change: ReturnType<typeof usePasswordChange>;
  /** Shown below the fields, such as the submit button. */
  children?: ReactNode;
}

export function PasswordForm({ id, change: { form, save }, children }: Props) {
  const userName = useSession((session) => session.user?.userName);
  return (
    <Form id={id} form={form} layout="vertical" requiredMark={false} onFinish={(values) => void save(values)}>
      {/* Tells password managers which account this is. */}
      <input hidden readOnly autoComplete="username" value={userName ?? ''} />
      <PasswordFields />
      {children}
    </Form>
  );
}
