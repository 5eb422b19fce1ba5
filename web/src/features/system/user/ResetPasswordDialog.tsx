import type { RowOf } from '@limpid/contract/kit/row';
import { passwordRule, resetPassword, user } from '@limpid/contract/system/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { rowId } from '../../../resource/row/row.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import { CopyButton } from './CopyButton.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import styles from './user.module.css';

interface ResetPasswordDialogProps {
  open: boolean;
  row: RowOf<typeof user>;
  onClose: () => void;
}

interface Values {
  way: 'generate' | 'type';
  password?: string;
}

/** Resets a user's password and shows the new one once. Mount a new dialog for every opening. */
export function ResetPasswordDialog({ open, row, onClose }: ResetPasswordDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const formId = useId();
  const [form] = Form.useForm<Values>();
  const resetting = useMutation({
    mutationFn: async ({ way, password: typed }: Values) => {
      const body = { userId: rowId(user, row), ...(way === 'type' && { password: typed }) };
      const { password = typed ?? '' } = await call(resetPassword, { body });
      return password;
    },
    onSuccess: () => invalidatePath(client, user.path),
    onError(error) {
      if (error instanceof CallError && error.field)
        form.setFields([{ name: 'password', errors: [error.message] }]);
    },
  });
  const isDone = resetting.isSuccess;
  return (
    <Dialog
      open={open}
      title={t('system.user.reset.title', { name: row.userName })}
      width={toRem(520)}
      okText={isDone ? t('system.user.reset.close') : t('system.user.reset.save')}
      cancelText={t('kit.cancel')}
      footer={isDone ? (_, { OkBtn }) => <OkBtn /> : undefined}
      okButtonProps={
        isDone ? {} : { htmlType: 'submit', form: formId, loading: resetting.isPending && { delay: 200 } }
      }
      onOk={isDone ? onClose : undefined}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        {isDone ? (
          <NewPassword password={resetting.data} />
        ) : (
          <>
            <Alert type="warning" showIcon title={t('system.user.reset.note')} />
            <Form<Values>
              id={formId}
              name={formId}
              form={form}
              layout="vertical"
              initialValues={{ way: 'generate' }}
              onFinish={(values) => !resetting.isPending && resetting.mutate(values)}
            >
              <PasswordFields />
            </Form>
          </>
        )}
      </div>
    </Dialog>
  );
}

function PasswordFields() {
  const { t } = useTranslation();
  const way = Form.useWatch('way');
  return (
    <>
      <Form.Item name="way">
        <Radio.Group
          aria-label={t('system.user.fields.password')}
          options={[
            { value: 'generate', label: t('system.user.reset.generate') },
            { value: 'type', label: t('system.user.reset.type') },
          ]}
        />
      </Form.Item>
      {way === 'type' && (
        <Form.Item
          name="password"
          label={t('system.user.fields.password')}
          rules={[
            {
              required: true,
              message: t('errors.field.required', { label: t('system.user.fields.password') }),
            },
            { ...passwordRule, message: t('system.user.fields.password_pattern') },
          ]}
          validateFirst
        >
          <PasswordInput />
        </Form.Item>
      )}
    </>
  );
}

function NewPassword({ password }: { password: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Alert type="success" showIcon title={t('system.user.reset.done')} />
      <div>
        <div className={styles.hint}>{t('system.user.reset.new')}</div>
        <div className={styles.newPassword}>
          <output>{password}</output>
          <CopyButton text={password} />
        </div>
      </div>
    </>
  );
}
