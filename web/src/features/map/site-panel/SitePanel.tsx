import { readTrend } from '@limpid/contract/data/series';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { useServerTime } from '../../../api/use-server-time.ts';
import type { Taste } from '../../../resource/air/use-taste.ts';
import { useEscape } from '../../../ui/use-escape.ts';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import type { MapSite } from '../map-site.ts';
import parts from '../panel-parts.module.css';
import type { ShownSite } from '../select-sites.ts';
import type { Scale } from '../shade.ts';
import { ChannelTile } from './ChannelTile.tsx';
import { IndexBlock } from './IndexBlock.tsx';
import { NeighbourList } from './NeighbourList.tsx';
import { SiteHead } from './SiteHead.tsx';
import styles from './site-panel.module.css';
import { TrendBlock } from './TrendBlock.tsx';

interface SitePanelProps {
  site: MapSite;
  snapshot: MapSnapshot;
  taste: Taste;
  /** The sites around, the nearest first. */
  neighbours: readonly ShownSite[];
  scale: Scale;
  onChoose: (shown: ShownSite) => void;
  onClose: () => void;
}

/** Ages are told in seconds at first. */
const agingMs = 5000;

/** All that is known of one site now, and how it came to that. */
export function SitePanel({ site, snapshot, taste, neighbours, scale, onChoose, onClose }: SitePanelProps) {
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
  const zone = entity?.zone || 'Asia/Shanghai';
  const measured = snapshot.channels.filter(({ code }) => site.values.has(code));
  const trended =
    measured.find(({ code }) => code === chosenCode) ??
    measured.find(({ code }) => code === scale.layer) ??
    measured[0];
  return (
    <section aria-labelledby={titleId} className={styles['panel']}>
      <SiteHead site={site} entity={entity?.name ?? ''} {...{ now, titleId }} onClose={close} />
      <div className={styles['body']}>
        <IndexBlock {...{ site, snapshot, taste, zone, now }} />
        <section className={parts['block']}>
          <h3>{t('map.panel.values')}</h3>
          {measured.length === 0 && <p className={styles['soft']}>{t('map.panel.noValues')}</p>}
          <div className={styles['tiles']}>
            {measured.map((channel) => (
              <ChannelTile
                key={channel.code}
                {...{ site, channel, snapshot, taste, now }}
                isChosen={channel === trended}
                onChoose={mayReadTrend ? choose : undefined}
              />
            ))}
          </div>
        </section>
        {mayReadTrend && trended && <TrendBlock channel={trended} {...{ site, snapshot, taste, zone }} />}
        {!mayReadTrend && <p className={styles['note']}>{t('map.panel.trendForbidden')}</p>}
        {site.place && neighbours.length > 0 && (
          <NeighbourList here={site.place} {...{ neighbours, scale, onChoose }} />
        )}
      </div>
    </section>
  );
}
