import { Modal, Typography } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { PasswordForm } from '../../features/system/profile/PasswordForm.tsx';
import { usePasswordChange } from '../../features/system/profile/use-password-change.ts';
import { EntryScenery } from '../../ui/entry/EntryScenery.tsx';
import styles from '../../ui/entry/entry.module.css';
import { toRem } from '../../ui/scale.ts';
import { logoutAndReload } from './logout.ts';

/** The only page for users with a generated or expired password: they change it or log out. */
export function PasswordChangePage() {
  const { t } = useTranslation();
  const formId = useId();
  const isExpired = useSession((session) => session.passwordDue === 'expired');
  // The server refused all other requests until now, so the page reloads.
  const change = usePasswordChange(() => location.reload());
  return (
    <main className={styles.page}>
      <EntryScenery />
      <Modal
        open
        centered
        title={isExpired ? t('shell.password.expired') : t('shell.password.first')}
        width={toRem(440)}
        closable={false}
        keyboard={false}
        mask={false}
        okText={t('shell.password.save')}
        cancelText={t('shell.user.logout')}
        confirmLoading={change.isSaving}
        okButtonProps={{ htmlType: 'submit', form: formId }}
        onCancel={() => void logoutAndReload()}
        afterOpenChange={(isOpen) => isOpen && change.form.focusField('oldPassword')}
      >
        <Typography.Paragraph type="secondary">
          {isExpired ? t('shell.password.expiredHint') : t('shell.password.firstHint')}
        </Typography.Paragraph>
        <PasswordForm id={formId} change={change} />
      </Modal>
    </main>
  );
}
