import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppPanel } from './AppPanel.tsx';
import { EntryPage } from './EntryPage.tsx';
import { LoginForm } from './LoginForm.tsx';
import { LoginTabs, type LoginWay, loginWays } from './LoginTabs.tsx';
import styles from './login-ways.module.css';

export function LoginPage() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<LoginWay>('account');
  const [wasOpened, setOpened] = useState(false);
  const choose = (way: LoginWay) => {
    setChosen(way);
    if (way === 'app') setOpened(true);
  };
  const contents = { account: <LoginForm />, app: wasOpened && <AppPanel /> };
  return (
    <EntryPage title={t('shell.login.title')} heading={false}>
      <LoginTabs chosen={chosen} onChoose={choose} />
      <div className={styles.panels}>
        {loginWays.map((way) => (
          <div
            key={way}
            id={`login-panel-${way}`}
            role="tabpanel"
            aria-labelledby={`login-tab-${way}`}
            // Both panels stay mounted, so that the card keeps its height and the form its input.
            className={way === chosen ? undefined : styles.panelAway}
          >
            {contents[way]}
          </div>
        ))}
      </div>
    </EntryPage>
  );
}
