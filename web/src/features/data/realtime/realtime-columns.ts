import { channelColumnPrefix } from '@limpid/contract/data/realtime';
import type { Channel } from '../../../air/channel.ts';
import type { IndexScale } from '../../../air/index-scale.ts';
import type { ChoosableColumn } from '../../../resource/list/use-column-choices.ts';

export interface RealtimeColumn extends ChoosableColumn {
  channel?: Channel;
}

/** Columns that are hidden until somebody wants them. */
export const columnsOnDemand = ['entityName', 'mn'];

/** The columns of the table: the site, its state and index, its channels, then what is looked up rarely. */
export function listColumns(index: IndexScale, channels: readonly Channel[]): RealtimeColumn[] {
  return [
    { name: 'siteName', label: 'data.realtime.fields.siteName' },
    { name: 'state', label: 'data.realtime.fields.online' },
    { name: 'index', label: '', title: index.title },
    { name: 'hours', label: 'data.realtime.hours' },
    ...channels.map((channel) => ({
      name: channelColumnPrefix + channel.code,
      label: '',
      title: channel.name,
      channel,
    })),
    { name: 'primary', label: 'data.realtime.primary' },
    { name: 'age', label: 'data.realtime.newest' },
    { name: 'entityName', label: 'data.realtime.fields.entityName' },
    { name: 'mn', label: 'data.realtime.fields.mn' },
  ];
}
