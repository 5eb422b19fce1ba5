import { useTranslation } from 'react-i18next';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { DeviceName, EndButton } from './DeviceName.tsx';
import factsStyles from './facts.module.css';
import type { SessionListProps } from './SessionTable.tsx';
import styles from './sessions.module.css';

/** The sessions as cards, for narrow screens. */
export function SessionCards({ sessions, onEnd }: SessionListProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.cards}>
      {sessions.map((session) => (
        <li key={session.id}>
          <div className={styles.cardHead}>
            <DeviceName session={session} />
            <EndButton session={session} onEnd={onEnd} />
          </div>
          <dl className={factsStyles.facts}>
            <div>
              <dt>{t('system.profile.sessions.address')}</dt>
              <dd>{session.address}</dd>
            </div>
            <div>
              <dt>{t('system.profile.sessions.createdAt')}</dt>
              <dd>
                <DateTimeText value={session.createdAt} />
              </dd>
            </div>
            <div>
              <dt>{t('system.profile.sessions.lastUsedAt')}</dt>
              <dd>
                <DateTimeText value={session.lastUsedAt} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}
