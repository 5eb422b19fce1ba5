import { realtime } from '@limpid/contract/data/realtime';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTable } from '../../resource/ListTable.tsx';
import { placeholders, readSort } from '../../resource/ResourceTable.tsx';
import frame from '../../resource/resource.module.css';
import type { ResourceList } from '../../resource/use-resource-list.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { rem } from '../../ui/scale.ts';
import { narrowQuery, phoneQuery, useMedia } from '../../ui/use-media.ts';
import { TableValue } from './ChannelValue.tsx';
import type { Channel } from './channel.ts';
import styles from './realtime.module.css';
import type { RealtimeColumn } from './realtime-columns.ts';
import { SiteState } from './SiteState.tsx';
import { SiteTitle } from './SiteTitle.tsx';
import { readSite, type SiteNow } from './site-now.ts';
import type { ChannelOrder } from './use-channel-order.ts';

interface RealtimeTableProps {
  list: ResourceList;
  sites: SiteNow[];
  columns: RealtimeColumn[];
  order: ChannelOrder;
  empty: ReactNode;
}

const widths = { siteName: 228, online: 136, entityName: 156 } as const;
const phoneNameWidth = 124;

/** Sites below each other, a column for each channel; the sites stay in view while the channels are moved past them. */
export function RealtimeTable({ list, sites, columns, order, empty }: RealtimeTableProps) {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrowQuery);
  const isPhone = useMedia(phoneQuery);
  const cells: Record<string, (site: SiteNow) => ReactNode> = {
    siteName: (site) => (
      <>
        <SiteTitle site={site} isShort />
        <div className={styles['second']}>{site.mn}</div>
      </>
    ),
    online: (site) => <SiteState site={site} />,
    entityName: ({ entity }) => <EllipsisText text={entity} />,
  };
  const sortOf = (name: string, { sort }: Pick<ResourceList, 'sort'>) =>
    sort?.by === name ? (sort.desc ? 'descend' : 'ascend') : null;

  function column({ name, label, channel }: RealtimeColumn): TableColumnType<SiteNow> & { width: string } {
    const draw = channel ? (site: SiteNow) => drawValue(channel, site) : cells[name];
    const plain = channel ? channelWidth(channel) : (widths[name as keyof typeof widths] ?? phoneNameWidth);
    const isPinned = name === realtime.name || (name === 'online' && !isNarrow);
    return {
      key: name,
      title: channel ? <ChannelHead channel={channel} /> : t(label),
      width: rem(isPhone && name === realtime.name ? phoneNameWidth : plain),
      fixed: isPinned ? 'left' : undefined,
      align: channel ? 'right' : undefined,
      className: channel ? styles['values'] : isPinned ? frame['pinned'] : undefined,
      sorter: true,
      sortOrder: order.sort ? sortOf(name, order) : sortOf(name, list),
      render: (_, site) => (list.isPending ? <span className={styles['bone']} /> : draw?.(site)),
    };
  }

  const drawn = columns.map(column);
  return (
    <ListTable<SiteNow>
      rowKey="siteId"
      columns={drawn}
      dataSource={list.isPending ? placeholders(realtime).map((row) => readSite(row, 'zh')) : sites}
      rowClassName={({ state }) => `${styles['row']} ${state === 'on' ? '' : styles['quiet']}`}
      scroll={{ x: `calc(${drawn.map(({ width }) => width).join(' + ')})` }}
      locale={{ emptyText: empty }}
      onChange={(_pages, _filters, sorter) => order.sortBy(readSort(sorter))}
    />
  );
}

function drawValue(channel: Channel, site: SiteNow): ReactNode {
  const newest = site.values[channel.code];
  return newest && <TableValue channel={channel} site={site} newest={newest} />;
}

function ChannelHead({ channel: { name, unit } }: { channel: Channel }) {
  return (
    <span className={styles['head']}>
      {name} <span className={styles['unit']}>{unit}</span>
    </span>
  );
}

const leastWidth = 92;
/** A flag, the name of a point and its degrees. */
const windWidth = 128;
const aroundHead = 46;

/** Wide enough for its heading on two lines, and for the longest word of it. */
function channelWidth({ name, unit, dataType }: Channel): number {
  const words = [...name.split(/[\s-]/), unit].map(measureText);
  return Math.max(
    dataType === 'direction' ? windWidth : leastWidth,
    Math.max(...words, measureText(name) * 0.6) + aroundHead,
  );
}

/** Chinese signs are nearly twice as wide as letters. */
function measureText(text: string): number {
  return [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 14 : 8), 0);
}
