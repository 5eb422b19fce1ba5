import { realtime } from '@limpid/contract/data/realtime';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../air/channel.ts';
import type { IndexScale } from '../../air/index-scale.ts';
import { SiteAlarmMark } from '../../query/alarms/SiteAlarmMark.tsx';
import { useSitesInAlarm } from '../../query/alarms/use-alarms.ts';
import { SiteMenu } from '../../query/links/SiteMenu.tsx';
import { placeholders } from '../../resource/list/ResourceTable.tsx';
import type { ResourceList } from '../../resource/list/use-resource-list.ts';
import { ListTable } from '../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../resource/list-table/list-column.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { MarkedName } from '../../ui/MarkedName.tsx';
import { toRem } from '../../ui/scale.ts';
import { narrowQuery, phoneQuery, useMedia } from '../../ui/use-media.ts';
import { TableValue } from './ChannelValue.tsx';
import { PrimaryPollutant, TableIndex } from './IndexValue.tsx';
import styles from './realtime.module.css';
import type { RealtimeColumn } from './realtime-columns.ts';
import { SiteStateCell } from './SiteStateCell.tsx';
import { describeSite, type RealtimeRow, readSite, type SiteNow } from './site-now.ts';
import type { PageOrder } from './use-page-order.ts';

interface RealtimeTableProps {
  list: ResourceList;
  sites: SiteNow[];
  columns: RealtimeColumn[];
  index: IndexScale;
  order: PageOrder;
  empty: ReactNode;
}

const widths = { siteName: 228, online: 136, entityName: 156, primary: 128 } as const;
const phoneNameWidth = 124;

/** A row per site and a column per channel; the names of sites stay in view while the rest scrolls. */
export function RealtimeTable({ list, sites, columns, index, order, empty }: RealtimeTableProps) {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrowQuery);
  const isPhone = useMedia(phoneQuery);
  const alarms = useSitesInAlarm();
  const cells: Record<string, (site: SiteNow) => ReactNode> = {
    siteName: (site) => (
      <>
        <div className={styles.nameLine}>
          <MarkedName name={site.name} mark={site.isSimulated ? t('site.site.simulated.mark') : undefined} />
          <SiteAlarmMark alarms={alarms.get(site.siteId)} siteName={site.name} />
          {!list.isPending && <SiteMenu siteId={site.siteId} siteName={site.name} />}
        </div>
        <div className={styles.second}>{site.mn}</div>
      </>
    ),
    online: (site) => <SiteStateCell site={site} />,
    entityName: ({ entity }) => <EllipsisText text={entity} />,
    index: (site) => <TableIndex site={site} index={index} />,
    primary: (site) => <PrimaryPollutant site={site} index={index} />,
  };

  function column({
    name,
    label,
    title,
    channel,
    read,
  }: RealtimeColumn): ListColumn<SiteNow> & { width: string } {
    const draw = channel ? (site: SiteNow) => renderValue(channel, site) : cells[name];
    const plain = widths[name as keyof typeof widths] ?? numberWidth(channel ?? { name: title ?? '' });
    const isPinned = name === realtime.name || (name === 'online' && !isNarrow);
    return {
      key: name,
      title: channel ? <ChannelHead channel={channel} /> : (title ?? t(label)),
      width: toRem(isPhone && name === realtime.name ? phoneNameWidth : plain),
      pin: isPinned ? 'left' : undefined,
      isNumber: read !== undefined,
      className: read && styles.values,
      isSortable: name !== 'primary',
      render: (site) => (list.isPending ? <span className={styles.bone} /> : draw?.(site)),
    };
  }

  const drawn = columns.map(column);
  return (
    <ListTable<SiteNow>
      label={t('data.realtime.title')}
      columns={drawn}
      rows={
        list.isPending
          ? placeholders<RealtimeRow>(realtime).map((row) => describeSite(readSite(row, 'zh'), 0))
          : sites
      }
      idOf={({ siteId }) => siteId}
      rowClass={({ state }) => `${styles.row} ${state === 'on' ? '' : styles.quiet}`}
      minWidth={`calc(${drawn.map(({ width }) => width).join(' + ')})`}
      empty={empty}
      sort={order.sort ?? list.sort}
      onSort={order.sortBy}
    />
  );
}

function renderValue(channel: Channel, site: SiteNow): ReactNode {
  const newest = site.values[channel.code];
  return newest && <TableValue channel={channel} site={site} newest={newest} />;
}

function ChannelHead({ channel: { name, unit } }: { channel: Channel }) {
  return (
    <span className={styles.head}>
      {name} <span className={styles.unit}>{unit}</span>
    </span>
  );
}

const leastWidth = 92;
/** Room for a flag, a point of the compass and its degrees. */
const windWidth = 128;
const aroundHead = 46;

/** Wide enough for the heading on two lines and for its longest word. */
function numberWidth({ name, unit = '', dataType }: Pick<Channel, 'name'> & Partial<Channel>): number {
  const words = [...name.split(/[\s-]/), unit].map(measureText);
  return Math.max(
    dataType === 'direction' ? windWidth : leastWidth,
    Math.max(...words, measureText(name) * 0.6) + aroundHead,
  );
}

/** Chinese characters are nearly twice as wide as letters. */
function measureText(text: string): number {
  return [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 14 : 8), 0);
}
