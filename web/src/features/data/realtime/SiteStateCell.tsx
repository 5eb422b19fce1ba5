import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import styles from './realtime.module.css';
import type { SiteNow } from './site-now.ts';

const looks = { on: 'success', stale: 'warning', off: 'danger', silent: 'info', stopped: 'info' } as const;

/** The state of a site as a dot before its name. */
export function StateDot({ site: { state } }: { site: SiteNow }) {
  const { t } = useTranslation();
  const name = t(`data.realtime.states.${state}`);
  return (
    <span title={name} className={styles.stateDot}>
      <StatusDot look={looks[state]} text="" />
    </span>
  );
}

/** The state and the age of the newest value on one line; an age alone says that the site reports. */
export function SiteStateCell({ site: { state, ageMs } }: { site: SiteNow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = t(`data.realtime.states.${state}`);
  if (ageMs === undefined) return name;
  const age = t('data.realtime.age', { span: formatDuration(ageMs, language) });
  return (
    <span title={`${name} · ${age}`} className={styles.state}>
      <span className={state === 'on' ? 'visually-hidden' : undefined}>{name} </span>
      <span className={styles.age}>{formatDuration(ageMs, language, 'narrow')}</span>
    </span>
  );
}

/** The state in words, with the age below. */
export function CardState({ site: { state, ageMs } }: { site: SiteNow }) {
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
