import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/format.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { StatusDot } from '../../ui/StatusDot.tsx';
import styles from './realtime.module.css';
import type { SiteNow } from './site-now.ts';

const looks = { on: 'success', stale: 'warning', off: 'danger', silent: 'info', stopped: 'info' } as const;

/** The state of a site and the age of its newest value. */
export function SiteStateCell({ site: { state, ageMs } }: { site: SiteNow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <StatusDot look={looks[state]} text={t(`data.realtime.states.${state}`)} />
      {ageMs !== undefined && (
        <div className={styles.second}>
          {t('data.realtime.age', { span: formatDuration(ageMs, language) })}
        </div>
      )}
    </>
  );
}
