import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeMark } from '../../../air/ChangeMark.tsx';
import { FlagSign } from '../../../air/FlagSign.tsx';
import { compareValues } from '../../../air/value-change.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { formatDuration } from '../../../lib/format.ts';
import { SiteAlarmIcon } from '../../../query/alarms/SiteAlarmMark.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { formatShade, type Scale, type SiteShade } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { siteAgeMs } from '../sites/site-age.ts';
import styles from './sites-list.module.css';

interface SiteLineProps {
  shown: ShownSite;
  scale: Scale;
  entity: string;
  isChosen: boolean;
  onChoose: (site: ShownSite) => void;
}

/** One site of the list: its name, its state, and its value on the colour of its level. */
export const SiteListItem = memo(({ shown, scale, entity, isChosen, onChoose }: SiteLineProps) => {
  const { site, look, alarms, flags } = shown;
  const { t } = useTranslation();
  const mark = site.isSimulated ? t('site.site.simulated.mark') : undefined;
  return (
    <button
      type="button"
      className={styles.line}
      aria-current={isChosen || undefined}
      onClick={() => onChoose(shown)}
    >
      <span className={styles.lineNames}>
        <MarkedName name={site.name} mark={mark} />
        <SiteNote {...{ shown, scale, entity }} />
      </span>
      {alarms && <SiteAlarmIcon alarms={alarms} />}
      <FlagSign lines={flags} />
      <span className={styles.beside}>
        <LookChange {...{ shown, scale }} />
        <span className={styles.unit}>
          {look.value === undefined ? look.substitute?.channel.unit : scale.unit}
        </span>
      </span>
      <Figure look={look} scale={scale} />
    </button>
  );
});

function SiteNote({
  shown: { site, look, isPast = false },
  scale,
  entity,
}: Pick<SiteLineProps, 'shown' | 'scale' | 'entity'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const age = isPast ? undefined : siteAgeMs({ site, look }, scale, serverNow());
  const words = [
    !isPast && site.state !== 'on' && t(`map.states.${site.state}`),
    // The level of an old value may have changed since.
    !look.isStale && look.name,
    age !== undefined && t('data.realtime.age', { span: formatDuration(age, language, 'narrow') }),
    look.substitute && t(`map.substitute.${look.substitute.reason}`, { name: look.substitute.channel.name }),
    site.place === null && t('map.noPlace'),
    entity,
  ];
  const text = words.filter(Boolean).join(' · ');
  return (
    <span className={styles.lineNote} title={text}>
      {text}
    </span>
  );
}

/** The change of the shown value in the last hour; nothing for an old value. */
export function LookChange({ shown: { look, hourAgo }, scale }: Pick<SiteLineProps, 'shown' | 'scale'>) {
  const language = useLanguage();
  const { decimals, unit } = scale;
  // The difference of two directions says nothing.
  const change = look.isStale || !scale.isOrdered ? undefined : compareValues(look.value, hourAgo, decimals);
  return <ChangeMark {...{ change, decimals, unit, language }} />;
}

/** The number on the colour of its level; hollow if it is old, a dash if there is none. */
export function Figure({ look, scale }: { look: SiteShade; scale: Scale }) {
  const language = useLanguage();
  const text = formatShade(look, scale, language);
  return (
    <span
      className={look.isStale ? `${styles.figure} ${styles.stale}` : styles.figure}
      style={look.isStale ? undefined : { background: look.fill, color: look.ink }}
    >
      {text}
    </span>
  );
}
