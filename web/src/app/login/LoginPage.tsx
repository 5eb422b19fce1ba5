import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../use-site.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { LoginForm } from './LoginForm.tsx';
import { LoginScenery } from './LoginScenery.tsx';
import './login.css';

export function LoginPage() {
  const { t } = useTranslation();
  const { title, isOwn, logo, info } = useSite();
  useEffect(() => {
    document.title = `${t('shell.login.title')} · ${title}`;
  }, [t, title]);
  return (
    <div className="login">
      {info.loginBackground ? (
        <img className="login-picture" src={info.loginBackground} alt="" />
      ) : (
        <LoginScenery />
      )}
      <header className="login-top">
        <LanguageSwitch />
      </header>
      <main className="login-card">
        <div className="login-brand">
          <img src={logo} alt="" width={48} height={48} />
          <h1>{title}</h1>
          {!isOwn && <p>{t('shell.tagline')}</p>}
        </div>
        <LoginForm />
      </main>
    </div>
  );
}
