import { readParts } from '@limpid/contract/alarm/alarm-parts';
import type { AlarmRow } from '../../../query/alarms/alarm.ts';
import type { ListedChannel } from '../../../query/channel/read-channel.ts';

/** The channels that show what an alarm is about: its own, those of failed instruments, else those that maps show. */
export function listTrendChannels(
  { channelCode, detail }: Pick<AlarmRow, 'channelCode' | 'detail'>,
  channels: readonly Pick<ListedChannel, 'code' | 'isOnMap'>[],
): string[] {
  if (channelCode) return [channelCode];
  const failed = new Set(readParts(detail).map(({ of }) => of));
  const own = channels.filter(({ code }) => failed.has(code));
  const shown = own.length > 0 ? own : channels.filter(({ isOnMap }) => isOnMap);
  return shown.map(({ code }) => code);
}
