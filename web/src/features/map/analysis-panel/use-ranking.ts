import { listRanking } from '@limpid/contract/analysis/ranking';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useSession } from '../../../api/session.ts';
import { indexLayer } from '../map-view.ts';
import { linesShown, type Order, type RankedLine } from './rank-sites.ts';

export type Period = 'now' | 'hour' | 'day';

const againMs = 2 * 60_000;
const dayMs = 86_400_000;

export interface PeriodRanking {
  /** The start of the hour, or null by day. */
  hour: number | null;
  /** The day, or null by hour. */
  day: string | null;
  lines: RankedLine[];
}

/** The date of a moment, by the clocks of a zone, as it stands on the wire. */
export function dateIn(zone: string, moment: number): string {
  // Sweden writes dates as they stand on the wire.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone || 'Asia/Shanghai' }).format(moment);
}

/** The ranking of the last whole hour or of the last whole day, as the server has counted it. */
export function useRanking(period: Period, order: Order, layer: string, isWanted: boolean) {
  const zone = useSession((session) => session.zone);
  const granularity = period === 'day' ? 'day' : 'hour';
  return useQuery({
    queryKey: [listRanking.path, { granularity, order, layer }],
    queryFn: async ({ signal }): Promise<PeriodRanking> => {
      const day = dateIn(zone, serverNow() - dayMs);
      const query = {
        granularity,
        order,
        limit: linesShown,
        ...(layer !== indexLayer && { channel: layer }),
        ...(granularity === 'day' && { from: day }),
      } as const;
      const { hour, from, rows } = await call(listRanking, { query, signal, quiet: true });
      const lines = rows.flatMap(({ rank, siteId, siteName: name, value, simulated: isSimulated }) =>
        rank === null || value === null ? [] : [{ rank, siteId, name, value, isSimulated }],
      );
      return { hour, day: from, lines };
    },
    enabled: isWanted,
    refetchInterval: againMs,
  });
}
