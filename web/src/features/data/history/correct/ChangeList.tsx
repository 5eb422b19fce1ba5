import type { listCorrections } from '@limpid/contract/data/correction';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../../air/describe-value.ts';
import { useSession } from '../../../../api/session.ts';
import { formatMoment } from '../../../../lib/dates.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useLanguage } from '../../../../resource/use-language.ts';
import styles from '../history.module.css';
import { writeLogged } from './write-logged.ts';

type Change = ReplyValue<(typeof listCorrections)['reply']>[number];

interface ChangeListProps {
  /** Undefined while they are loading. */
  changes: readonly Change[] | undefined;
  /** The zone of the site. */
  zone: string;
}

const maxShown = 50;

/** Who changed the values of a channel in a period, when and why; the last change first. */
export function ChangeList({ changes, zone }: ChangeListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { zone: serverZone } = useSession();
  if (!changes) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  if (changes.length === 0) return <p className={styles.soft}>{t('data.history.correct.noChanges')}</p>;
  return (
    <ul className={styles.changes}>
      {changes.slice(0, maxShown).map((change, place) => (
        // One transaction may have several changes at the same moment.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${change.at} ${change.ts} ${place}`}>
          <strong>
            {writeLogged(change.before, language)} → {writeLogged(change.after, language)}
          </strong>{' '}
          {change.reason}
          <div className={styles.soft}>
            {t('data.history.correct.by', {
              name: change.by ?? dash,
              at: formatMoment(change.at, serverZone || zone, language),
              time: formatMoment(change.ts, zone, language),
            })}
            {change.correctedValues > 1 &&
              ` · ${t('data.history.correct.together', { count: formatCount(change.correctedValues, language) })}`}
          </div>
        </li>
      ))}
      {changes.length > maxShown && (
        <li className={styles.soft}>
          {t('data.history.correct.more', { count: changes.length - maxShown })}
        </li>
      )}
    </ul>
  );
}
