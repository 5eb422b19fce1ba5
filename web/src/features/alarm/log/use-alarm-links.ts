import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../api/server-clock.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { type AlarmRow, readMoment } from '../../../query/alarms/alarm.ts';
import { useChannels } from '../../../query/channel/use-channels.ts';
import type { ScreenLink } from '../../../query/links/screen-links.ts';
import { firstQuery, writeQuery } from '../../../query/state/query.ts';
import { listTrendChannels } from './trend-channels.ts';

/** How much the trend shows before and after an alarm. */
const aroundMs = 2 * HOUR_MS;

/** The map with the alarm, in the hour in which it was raised as far as the time-lapse goes back; otherwise now. */
export function writeMapAddress(
  { siteId, alarmId, channelCode }: Pick<AlarmRow, 'siteId' | 'alarmId' | 'channelCode'>,
  raisedAt: number,
  now: number,
): string {
  // Alarms are raised at the end of the window of their value.
  const hour = Math.floor((raisedAt - 1) / HOUR_MS) * HOUR_MS;
  const isClosed = hour + HOUR_MS <= now && hour > now - DAY_MS;
  const address = new URLSearchParams({ site: String(siteId), alarm: String(alarmId) });
  if (channelCode) address.set('by', channelCode);
  if (isClosed) address.set('hour', String(hour));
  return `/home?${address}`;
}

/** The map at the site of an alarm, and the trend around its time, for those who may see them. */
export function useAlarmLinks(row: AlarmRow): ScreenLink[] {
  const { t } = useTranslation();
  const session = useSession();
  const channels = useChannels();
  const { zone } = session;
  const from = readMoment(row.raisedAt ?? '', zone);
  const to = row.endedAt ? readMoment(row.endedAt, zone) : serverNow();
  const trend = {
    ...firstQuery,
    siteIds: [row.siteId ?? 0],
    channels: listTrendChannels(row, channels),
    period: { from: from - aroundMs, to: Math.min(to + aroundMs, Math.max(to, serverNow())) },
  };
  const links = [
    {
      permission: 'map:site:list',
      to: writeMapAddress(row, from, serverNow()),
      text: t('alarm.log.links.map'),
    },
    {
      permission: 'data:trend:list',
      to: `/data/trend?${writeQuery(trend, new URLSearchParams())}`,
      text: t('alarm.log.links.trend'),
    },
  ];
  return links.filter(({ permission }) => holdsPermission(session, [permission]));
}
