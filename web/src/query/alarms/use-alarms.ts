import { countActiveAlarms, listSitesInAlarm, type SiteAlarms } from '@limpid/contract/alarm/alarm-action';
import { alarmLog } from '@limpid/contract/alarm/alarm-log';
import { MINUTE_MS } from '@limpid/contract/durations';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { useLive } from '../../api/live/live.ts';
import { useReconnect } from '../../api/live/live-sites.ts';
import { holdsPermission, useSession } from '../../api/session.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';
import { alarmEndpoints } from './alarm.ts';

/** Also for browsers without a live connection. A failed read is tried again soon: the change is announced only once. */
const keepCurrent = { refetchInterval: MINUTE_MS, retry: 3 };

export function useMaySeeAlarms(): boolean {
  return useSession((session) => holdsPermission(session, [countActiveAlarms.access.permission]));
}

let isRereading = false;

/** Reads alarms again once, however many components ask for it at the same time. */
function rereadAlarms(client: QueryClient): void {
  if (isRereading) return;
  isRereading = true;
  queueMicrotask(() => {
    isRereading = false;
    void invalidatePath(client, alarmLog.path);
  });
}

/** Reads everything about alarms again when they have changed, and after a lost connection. */
export function useAlarmUpdates(): void {
  const client = useQueryClient();
  useLive('alarmLog', () => rereadAlarms(client));
  useReconnect(() => rereadAlarms(client));
}

export function useAlarmCounts() {
  const enabled = useMaySeeAlarms();
  useAlarmUpdates();
  return useQuery({
    queryKey: [countActiveAlarms.path],
    queryFn: ({ signal }) => call(countActiveAlarms, { quiet: true, signal }),
    ...keepCurrent,
    enabled,
  });
}

/** The newest active alarms, of one site or of all. */
export function useActiveAlarms({
  siteId,
  most,
  wanted = true,
}: {
  siteId?: number;
  most: number;
  wanted?: boolean;
}) {
  const isPermitted = useMaySeeAlarms();
  useAlarmUpdates();
  const query = { state: 'active', pageSize: most, ...(siteId !== undefined && { siteId }) };
  return useQuery({
    queryKey: [alarmEndpoints.list.path, query],
    queryFn: ({ signal }) => call(alarmEndpoints.list, { query, quiet: true, signal }),
    ...keepCurrent,
    placeholderData: keepPreviousData,
    enabled: isPermitted && wanted,
  });
}

/** One alarm, also after its end; nothing without permission for it or outside the data scope. */
export function useAlarm(alarmId: number | undefined) {
  const { permission } = alarmEndpoints.get.access;
  const isPermitted = useSession((session) => holdsPermission(session, [permission]));
  useAlarmUpdates();
  return useQuery({
    queryKey: [alarmEndpoints.get.path, { alarmId }],
    queryFn: ({ signal }) => call(alarmEndpoints.get, { params: { id: alarmId ?? 0 }, quiet: true, signal }),
    ...keepCurrent,
    enabled: isPermitted && alarmId !== undefined,
    retry: false,
  });
}

/** The sites with active alarms. */
export function useSitesInAlarm(): ReadonlyMap<number, SiteAlarms> {
  const enabled = useMaySeeAlarms();
  useAlarmUpdates();
  const { data } = useQuery({
    queryKey: [listSitesInAlarm.path],
    queryFn: ({ signal }) => call(listSitesInAlarm, { quiet: true, signal }),
    ...keepCurrent,
    enabled,
  });
  return useMemo(() => new Map((data ?? []).map((one) => [one.siteId, one])), [data]);
}
