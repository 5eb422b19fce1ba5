import { listCorrections } from '@limpid/contract/data/correction';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../../air/describe-value.ts';
import { useSession } from '../../../../api/session.ts';
import { formatMoment } from '../../../../lib/dates.ts';
import { useAnalysis } from '../../../../query/use-analysis.ts';
import { useLanguage } from '../../../../resource/use-language.ts';
import styles from '../history.module.css';

interface ChangeListProps {
  siteId: number;
  channel: string;
  from: number;
  to: number;
  /** The zone of the site. */
  zone: string;
}

const maxShown = 50;

/** Who changed the values of a channel in a period, when and why; the last change first. */
export function ChangeList({ siteId, channel, from, to, zone }: ChangeListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { zone: serverZone } = useSession();
  const { data } = useAnalysis(listCorrections, { siteId, channel, from, to });
  if (!data) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  if (data.length === 0) return <p className={styles.soft}>{t('data.history.correct.noChanges')}</p>;
  return (
    <ul className={styles.changes}>
      {data.slice(0, maxShown).map((change, place) => (
        // One transaction may have several changes at the same moment.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${change.at} ${change.ts} ${place}`}>
          <strong>
            {change.before ?? dash} → {change.after ?? dash}
          </strong>{' '}
          {change.reason}
          <div className={styles.soft}>
            {t('data.history.correct.by', {
              name: change.by ?? dash,
              at: formatMoment(change.at, serverZone || zone, language),
              time: formatMoment(change.ts, zone, language),
            })}
          </div>
        </li>
      ))}
      {data.length > maxShown && (
        <li className={styles.soft}>{t('data.history.correct.more', { count: data.length - maxShown })}</li>
      )}
    </ul>
  );
}
