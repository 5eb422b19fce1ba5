import { realtime } from '@limpid/contract/data/realtime';
import type { Channel } from '../../air/channel.ts';
import { isIndexStale } from '../../air/describe-index.ts';
import type { IndexScale } from '../../air/index-scale.ts';
import { tableFields } from '../../resource/fields/resource-fields.ts';
import type { ChoosableColumn } from '../../resource/list/use-column-choices.ts';
import type { ReadNumber } from './site-now.ts';

export interface RealtimeColumn extends ChoosableColumn {
  channel?: Channel;
  /** The number that the page can be sorted by. */
  read?: ReadNumber;
}

const channelPrefix = 'channel:';

/** The columns of the table: the site, its index, then its channels. */
export function listColumns(index: IndexScale, channels: readonly Channel[]): RealtimeColumn[] {
  const { key, title } = index;
  const readIndex: ReadNumber = (site) => {
    const value = site.indices?.[key].aqi ?? null;
    return value === null ? undefined : { value, isStale: isIndexStale(site) };
  };
  return [
    ...tableFields(realtime),
    { name: 'index', label: '', title, read: readIndex },
    { name: 'primary', label: 'data.realtime.primary' },
    ...channels.map((channel) => ({
      name: channelPrefix + channel.code,
      label: '',
      title: channel.name,
      channel,
      read: ({ values }: Parameters<ReadNumber>[0]) => {
        const { value = null, isStale = true } = values[channel.code] ?? {};
        return value === null ? undefined : { value, isStale };
      },
    })),
  ];
}
