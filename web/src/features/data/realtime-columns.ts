import { realtime } from '@limpid/contract/data/realtime';
import { tableFields } from '../../resource/resource-fields.ts';
import type { Column } from '../../resource/use-column-choices.ts';
import type { Channel } from './channel.ts';
import { isIndexOld } from './describe-index.ts';
import type { ReadNumber } from './site-now.ts';
import type { AirIndex } from './use-air-index.ts';

export interface RealtimeColumn extends Column {
  channel?: Channel;
  /** The number that the page can be sorted by. */
  read?: ReadNumber;
}

const channelPrefix = 'channel:';

/** What is known of a site, how good its air is, and then what it measures. */
export function listColumns(index: AirIndex, channels: readonly Channel[]): RealtimeColumn[] {
  const { key, title } = index;
  const readIndex: ReadNumber = (site) => {
    const value = site.indices?.[key].aqi ?? null;
    return value === null ? undefined : { value, isOld: isIndexOld(site) };
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
        const { value = null, fresh = false } = values[channel.code] ?? {};
        return value === null ? undefined : { value, isOld: !fresh };
      },
    })),
  ];
}
