import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EntryPage } from './EntryPage.tsx';
import styles from './login.module.css';

interface Props {
  title: string;
  heading: string;
  text: string;
}

/** The result of a login, registration or binding, and the way back to the login. */
export function EntryMessage({ title, heading, text }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EntryPage title={title} heading={false}>
      {/* Takes the focus of the form that it replaces, and is read out at once. */}
      <div className={styles.message} tabIndex={-1} ref={(message) => message?.focus()}>
        <h2 className={styles.heading}>{heading}</h2>
        <p>{text}</p>
      </div>
      <Button type="primary" size="large" block onClick={() => void navigate('/login')}>
        {t('shell.login.back')}
      </Button>
    </EntryPage>
  );
}
