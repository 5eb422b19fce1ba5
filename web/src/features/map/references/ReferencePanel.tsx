import { CloseOutlined } from '@ant-design/icons';
import { HOUR_MS } from '@limpid/contract/durations';
import { mapPollutants } from '@limpid/contract/map/site-update';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ageMs } from '../../../air/freshness.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { useSession } from '../../../api/session.ts';
import { formatDuration } from '../../../lib/format.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import layout from '../map.module.css';
import parts from '../panel-parts.module.css';
import { useMapChannels } from '../scale/use-map-scale.ts';
import styles from '../site-panel/site-panel.module.css';
import { ReferenceIndex } from './ReferenceIndex.tsx';
import { ReferenceValue } from './ReferenceValue.tsx';
import type { MapReference } from './reference.ts';
import type { ReferenceScales } from './shade-reference.ts';

interface ReferencePanelProps {
  reference: MapReference;
  scales: ReferenceScales;
  now: number;
  /** Of an hour of the time-lapse, which has no age. */
  isPast: boolean;
  snapshot: MapSnapshot;
  preference: IndexPreference;
  onClose: () => void;
}

/** What a reference station published last, or for the hour of the time-lapse. */
export function ReferencePanel({
  reference,
  scales,
  now,
  isPast,
  snapshot,
  preference,
  onClose,
}: ReferencePanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const titleId = useId();
  const zone = useSession((session) => session.zone);
  const channels = useMapChannels(snapshot, preference);
  useEscape(true, onClose);
  const clock = makeZoneClock(zone, language);
  const { name, code, city, level, releasedAt } = reference;
  const network = level && t(`map.references.network.${level}`);
  const hour = releasedAt - HOUR_MS;
  const time = `${clock.day(releasedAt)} ${clock.time(releasedAt)}`;
  const span = formatDuration(ageMs(releasedAt, now), language);
  return (
    <div className={`${layout.panel} ${layout.right}`}>
      <section aria-labelledby={titleId} className={styles.panel}>
        <header className={styles.head}>
          <div className={styles.names}>
            <h2 id={titleId}>{name}</h2>
            <div className={styles.soft}>
              {[t('map.references.kind'), network, code, city].filter(Boolean).join(' · ')}
            </div>
            <div className={styles.soft}>
              {isPast
                ? t('map.nearest.hour', {
                    day: clock.day(hour),
                    from: clock.time(hour),
                    to: clock.time(releasedAt),
                  })
                : `${t('map.references.released', { time })} · ${t('data.realtime.age', { span })}`}
            </div>
          </div>
          <IconButton name={t('map.references.close')} icon={<CloseOutlined />} onClick={onClose} />
        </header>
        <div className={styles.body}>
          <ReferenceIndex {...{ reference, scales, now, snapshot, preference }} />
          <section className={parts.block}>
            <h3>{t('map.references.values')}</h3>
            <div className={styles.tiles}>
              {mapPollutants.map((pollutant) => (
                <ReferenceValue
                  key={pollutant}
                  pollutant={pollutant}
                  value={reference.values.get(pollutant)}
                  channel={channels.find((channel) => channel.code === pollutant)}
                />
              ))}
            </div>
          </section>
        </div>
      </section>
    </div>
  );
}
