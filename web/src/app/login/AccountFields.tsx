import { useTranslation } from 'react-i18next';
import { LazyShell } from '../lazy-shell.ts';
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
        onInput={LazyShell.prefetch}
      />
    </>
  );
}
