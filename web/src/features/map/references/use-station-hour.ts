import { readTrend, type TrendReferenceLine } from '@limpid/contract/data/trend';
import { HOUR_MS } from '@limpid/contract/durations';
import { indexCode } from '@limpid/contract/map/indices';
import { type MapIndex, mapPollutants } from '@limpid/contract/map/site-update';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { type Timelapse, timelapseRefreshMs } from '../layers/use-timelapse.ts';
import { indexLayer } from '../map-view.ts';
import type { MapReference } from './reference.ts';
import type { DrawnReference } from './reference-hours.ts';

const none = { aqi: null, primary: 0 };

interface HourFacts {
  /** The start of the hour. */
  moment: number;
  index: MapIndex;
  /** What the map is coloured by, and the station as the map draws it in that hour. */
  layer: string;
  drawn: DrawnReference | undefined;
  /** What the station published in the hours around; empty until it is known. */
  lines: readonly TrendReferenceLine[];
}

/** A station in an hour of the time-lapse; what is not known of that hour is left out. */
export function takeHour(
  station: MapReference,
  { moment, index, layer, drawn, lines }: HourFacts,
): MapReference {
  const known = new Map(
    lines.map(({ channel, ts, values }) => [channel, values[ts.indexOf(moment)] ?? null]),
  );
  const colour = drawn?.look.value ?? null;
  const read = (code: string) => known.get(code) ?? (code === layer ? colour : null);
  const aqi = known.get(indexCode) ?? (layer === indexLayer ? colour : null);
  return {
    ...station,
    releasedAt: moment + HOUR_MS,
    values: new Map(
      mapPollutants.flatMap((code): [string, number][] => {
        const value = read(code);
        return value === null ? [] : [[code, value]];
      }),
    ),
    indices: { china: none, us: none, europe: none, atmo: none, [index]: { aqi, primary: 0 } },
  };
}

/** The open station in the hour of the time-lapse; as it is now without a time-lapse. */
export function useStationHour(
  station: MapReference | undefined,
  timelapse: Timelapse | undefined,
  {
    index,
    layer,
    drawn,
  }: Pick<HourFacts, 'index' | 'layer'> & { drawn: readonly DrawnReference[] | undefined },
): MapReference | undefined {
  const mayAsk = useSession((session) => holdsPermission(session, [readTrend.access.permission]));
  const moment = timelapse?.moment;
  const [from, last] = [timelapse?.hours?.hours[0], timelapse?.hours?.hours.at(-1)];
  const code = station?.code ?? '';
  const { data: lines } = useQuery({
    queryKey: [readTrend.path, 'station', code, index, from, last],
    queryFn: async ({ signal }) => {
      const query = {
        references: [code],
        channels: [...mapPollutants],
        index,
        granularity: 'hour' as const,
        from: from ?? 0,
        to: (last ?? 0) + HOUR_MS,
      };
      return (await call(readTrend, { query, signal, quiet: true })).references ?? [];
    },
    enabled: mayAsk && station !== undefined && from !== undefined,
    staleTime: timelapseRefreshMs,
  });
  return useMemo(() => {
    if (!station || moment === undefined) return station;
    const here = drawn?.find((one) => one.code === station.code);
    return takeHour(station, { moment, index, layer, drawn: here, lines: lines ?? [] });
  }, [station, moment, index, layer, drawn, lines]);
}
