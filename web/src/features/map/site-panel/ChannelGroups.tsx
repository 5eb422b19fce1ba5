import { useTranslation } from 'react-i18next';
import { type Channel, windSpeedCode } from '../../../air/channel.ts';
import { groupChannels } from '../../../air/channel-groups.ts';
import { toRem } from '../../../ui/scale.ts';
import type { MapSite } from '../map-site.ts';
import parts from '../panel-parts.module.css';
import { ChannelTile } from './ChannelTile.tsx';
import styles from './site-panel.module.css';
import type { ComparedValues } from './use-site-values.ts';

interface ChannelGroupsProps {
  site: MapSite;
  values: ComparedValues;
  /** The channels with a value. */
  channels: readonly Channel[];
  now: number;
  /** The codes of the channels in the chart. */
  chosen: readonly string[];
  /** Undefined for those who may not see charts. */
  onChoose: ((code: string) => void) | undefined;
}

/** In pixels of a desk screen; groups lie beside each other where there is room for their tiles. */
const tileWidth = { usual: 116, most: 220 };

/** All channels of a site in groups, each with its newest value. */
export function ChannelGroups({ site, values, channels, now, chosen, onChoose }: ChannelGroupsProps) {
  const { t } = useTranslation();
  const windSpeed = channels.find(({ code }) => code === windSpeedCode);
  return (
    <section className={parts.block}>
      <h3>{t('map.panel.values')}</h3>
      {channels.length === 0 && <p className={styles.soft}>{t('map.panel.noValues')}</p>}
      <div className={styles.groups}>
        {groupChannels(channels).map(({ key, channels: members }) => (
          <section
            key={key}
            aria-label={t(`map.groups.${key}`)}
            style={{
              flex: `${members.length} 1 ${toRem(members.length * tileWidth.usual)}`,
              maxWidth: toRem(members.length * tileWidth.most),
            }}
          >
            <h4 className={styles.groupName}>{t(`map.groups.${key}`)}</h4>
            <div className={styles.tiles}>
              {members.map((channel) => (
                <ChannelTile
                  key={channel.code}
                  {...{ site, values, channel, windSpeed, now, onChoose }}
                  isChosen={chosen.includes(channel.code)}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
      {onChoose && channels.length > 0 && (
        <p className={`${styles.note} ${parts.screenOnly}`}>{t('map.chart.choose')}</p>
      )}
    </section>
  );
}
