import { useTranslation } from 'react-i18next';
import { Shell } from '../shell-on-demand.ts';
import { PasswordField } from './PasswordField.tsx';
import { UserNameField } from './UserNameField.tsx';

export function AccountFields() {
  const { t } = useTranslation();
  return (
    <>
      <UserNameField />
      <PasswordField
        name="password"
        label={t('shell.login.fields.password')}
        kind="current-password"
        onInput={Shell.prefetch}
      />
    </>
  );
}
