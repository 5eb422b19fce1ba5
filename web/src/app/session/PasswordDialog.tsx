import { changePassword } from '@limpid/contract/system/session';
import { Form, Modal, Typography } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { useSession } from '../../api/session.ts';
import { rem } from '../../ui/scale.ts';
import { PasswordFields, type Passwords } from './PasswordFields.tsx';

interface Props {
  title: string;
  hint: string;
  /** What the second button says and does. */
  leave: string;
  onLeave(): void;
  onDone(): void;
  /** Only the two buttons lead out. */
  forced?: boolean;
}

export function PasswordDialog({ title, hint, leave, onLeave, onDone, forced = false }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [form] = Form.useForm<Passwords>();
  const [isSaving, setSaving] = useState(false);
  const userName = useSession((session) => session.user?.userName);

  async function save({ oldPassword, newPassword }: Passwords): Promise<void> {
    setSaving(true);
    try {
      await call(changePassword, { body: { oldPassword, newPassword } });
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

  return (
    <Modal
      open
      centered
      title={title}
      width={rem(440)}
      closable={!forced}
      keyboard={!forced}
      mask={forced ? false : { closable: false }}
      okText={t('shell.password.save')}
      cancelText={leave}
      confirmLoading={isSaving}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      onCancel={onLeave}
      afterOpenChange={(isOpen) => isOpen && form.focusField('oldPassword')}
    >
      <Typography.Paragraph type="secondary">{hint}</Typography.Paragraph>
      <Form
        id={formId}
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => void save(values)}
      >
        {/* Lets password managers know whose password this is. */}
        <input hidden readOnly autoComplete="username" value={userName ?? ''} />
        <PasswordFields />
      </Form>
    </Modal>
  );
}
