import { LogoutOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useWidth } from '../../../ui/use-width.ts';
import profileStyles from './profile.module.css';
import { SessionCards } from './SessionCards.tsx';
import { SessionTable } from './SessionTable.tsx';
import styles from './sessions.module.css';
import { useEndSessions, useSessions } from './use-sessions.ts';

/** The minimum width of the table in the longest language. */
const tableWidth = 680;

/** The user's sessions, with actions to end them. */
export function SessionPanel() {
  const { t } = useTranslation();
  const [box, width] = useWidth();
  const sessions = useSessions();
  const end = useEndSessions();
  const { data } = sessions;
  if (sessions.error && !data) {
    return (
      <ErrorState
        title={t('system.profile.sessions.failed')}
        detail={sessions.error.message}
        retryText={t('kit.states.retry')}
        onRetry={() => void sessions.refetch()}
      />
    );
  }
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) ?? false;
  const List = width < tableWidth ? SessionCards : SessionTable;
  return (
    <section ref={box}>
      <div className={styles.sessionsHead}>
        <p className={styles.intro}>{t('system.profile.sessions.intro')}</p>
        <Button danger icon={<LogoutOutlined aria-hidden />} disabled={!hasOthers} onClick={() => end()}>
          {t('system.profile.sessions.endOthers')}
        </Button>
      </div>
      {data ? (
        <List sessions={data} onEnd={end} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
      {data && <p className={profileStyles.hint}>{t(hint(hasOthers))}</p>}
    </section>
  );
}

function hint(hasOthers: boolean): string {
  return hasOthers ? 'system.profile.sessions.lastUsedHint' : 'system.profile.sessions.onlyThis';
}
