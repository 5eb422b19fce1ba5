import { Button, Typography } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../../api/notifier.ts';
import { PasswordForm } from './PasswordForm.tsx';
import styles from './profile.module.css';
import { usePasswordChange } from './use-password-change.ts';

export function PasswordPanel() {
  const { t } = useTranslation();
  const formId = useId();
  const change = usePasswordChange(() => getNotifier().success(t('shell.password.done')));
  return (
    <div className={styles.password}>
      <Typography.Paragraph type="secondary">{t('shell.password.hint')}</Typography.Paragraph>
      <PasswordForm id={formId} change={change}>
        <Button type="primary" htmlType="submit" loading={change.isSaving && { delay: 200 }}>
          {t('shell.password.save')}
        </Button>
      </PasswordForm>
    </div>
  );
}
