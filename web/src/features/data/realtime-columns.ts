import { realtime } from '@limpid/contract/data/realtime';
import { tableFields } from '../../resource/resource-fields.ts';
import type { Column } from '../../resource/use-column-choices.ts';
import type { Channel } from './channel.ts';

export interface RealtimeColumn extends Column {
  channel?: Channel;
}

const channelPrefix = 'channel:';

/** What is known of a site, and then what it measures. */
export function listColumns(channels: readonly Channel[]): RealtimeColumn[] {
  return [
    ...tableFields(realtime),
    ...channels.map((channel) => ({
      name: channelPrefix + channel.code,
      label: '',
      title: channel.name,
      channel,
    })),
  ];
}
