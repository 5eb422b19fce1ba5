import { useTranslation } from 'react-i18next';
import { LoginScenery } from '../login/LoginScenery.tsx';
import '../login/login.css';
import { logoutAndReload } from './logout.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

/** A generated password opens nothing but this page. */
export function FirstPasswordPage() {
  const { t } = useTranslation();
  return (
    <main className="login">
      <LoginScenery />
      <PasswordDialog
        forced
        title={t('shell.password.first')}
        hint={t('shell.password.firstHint')}
        leave={t('shell.user.logout')}
        onLeave={() => void logoutAndReload()}
        // Everything behind it was refused until now, so the page starts anew.
        onDone={() => location.reload()}
      />
    </main>
  );
}
