import { readTrend } from '@limpid/contract/data/trend';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { defaultZone } from '@limpid/contract/zone';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { windSpeedCode } from '../../../air/channel.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { useServerTime } from '../../../api/server-clock.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { useEscape } from '../../../ui/use-escape.ts';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import type { MapSite } from '../map-site.ts';
import parts from '../panel-parts.module.css';
import type { Scale } from '../scale/shade.ts';
import { useMapChannels } from '../scale/use-map-scale.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { ChannelTile } from './ChannelTile.tsx';
import { IndexBlock } from './IndexBlock.tsx';
import { NeighbourList } from './NeighbourList.tsx';
import { SiteAlarmList } from './SiteAlarmList.tsx';
import { SiteCommands } from './SiteCommands.tsx';
import { SiteHead } from './SiteHead.tsx';
import { SiteLinks } from './SiteLinks.tsx';
import styles from './site-panel.module.css';
import { TrendBlock } from './TrendBlock.tsx';

interface SitePanelProps {
  site: MapSite;
  /** The alarm that the panel was opened for. */
  alarmId: number | undefined;
  snapshot: MapSnapshot;
  preference: IndexPreference;
  /** The nearest sites, nearest first. */
  neighbours: readonly ShownSite[];
  scale: Scale;
  onChoose: (shown: ShownSite) => void;
  onClose: () => void;
}

/** Young values show their age in seconds. */
const agingMs = 5000;

/** One site: its index, its newest values, the trend of one channel, and its neighbours. */
export function SitePanel({
  site,
  alarmId,
  snapshot,
  preference,
  neighbours,
  scale,
  onChoose,
  onClose,
}: SitePanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const now = useServerTime(agingMs);
  const returnFocus = useFocusReturn();
  const close = () => {
    onClose();
    returnFocus();
  };
  useEscape(true, close);
  const [chosenCode, choose] = useState<string>();
  const mayReadTrend = useSession((session) => holdsPermission(session, [readTrend.access.permission]));
  const entity = snapshot.entities.find(({ id }) => id === site.entityId);
  const zone = entity?.zone || defaultZone;
  const channels = useMapChannels(snapshot, preference);
  const windSpeed = channels.find(({ code }) => code === windSpeedCode);
  const measured = channels.filter(({ code }) => site.values.has(code));
  const trended =
    measured.find(({ code }) => code === chosenCode) ??
    measured.find(({ code }) => code === scale.layer) ??
    measured[0];
  return (
    <section aria-labelledby={titleId} className={styles.panel}>
      <SiteHead site={site} entity={entity?.name ?? ''} {...{ now, titleId }} onClose={close} />
      <div className={styles.body}>
        <IndexBlock {...{ site, snapshot, preference, zone, now }} />
        <SiteAlarmList siteId={site.siteId} alarmId={alarmId} />
        <section className={parts.block}>
          <h3>{t('map.panel.values')}</h3>
          {measured.length === 0 && <p className={styles.soft}>{t('map.panel.noValues')}</p>}
          <div className={styles.tiles}>
            {measured.map((channel) => (
              <ChannelTile
                key={channel.code}
                {...{ site, channel, windSpeed, now }}
                isChosen={channel === trended}
                onChoose={mayReadTrend ? choose : undefined}
              />
            ))}
          </div>
        </section>
        {mayReadTrend && trended && (
          <TrendBlock channel={trended} colourBlindSafe={preference.colourBlindSafe} {...{ site, zone }} />
        )}
        <SiteLinks siteId={site.siteId} channel={trended?.code} />
        <SiteCommands siteId={site.siteId} siteName={site.name} />
        {!mayReadTrend && <p className={styles.note}>{t('map.panel.trendForbidden')}</p>}
        {site.place && neighbours.length > 0 && (
          <NeighbourList here={site.place} {...{ neighbours, scale, onChoose }} />
        )}
      </div>
    </section>
  );
}
