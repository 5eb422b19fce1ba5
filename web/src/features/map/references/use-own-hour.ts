import { listTrendMarkers, readTrend } from '@limpid/contract/data/trend';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { indexCode } from '@limpid/contract/map/indices';
import { type MapIndex, mapPollutants } from '@limpid/contract/map/site-update';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { call } from '../../../api/call.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { useLanguage } from '../../../resource/use-language.ts';

interface HourQuery {
  siteId: number;
  channels: readonly Channel[];
  index: MapIndex;
}

/** An hour of a site by channel, the index under its code. */
export interface OwnHour {
  means: ReadonlyMap<string, number | null>;
  /** What data rules have found, in words. */
  flags: ReadonlyMap<string, readonly string[]>;
}

/** Means, index and flags of the site in the hour that ended at `releasedAt`; undefined without permission. */
export function useOwnHour(
  { siteId, channels, index }: HourQuery,
  releasedAt: number | undefined,
): OwnHour | undefined {
  const { i18n } = useTranslation();
  const language = useLanguage();
  const mayAsk = useSession((session) => holdsPermission(session, [readTrend.access.permission]));
  const codes = mapPollutants.filter((code) => channels.some((channel) => channel.code === code));
  const { data } = useQuery({
    // The words of flags are in the language of the request.
    queryKey: [readTrend.path, 'hour', siteId, codes.join(), index, releasedAt, i18n.language],
    queryFn: async ({ signal }): Promise<OwnHour> => {
      const to = releasedAt ?? 0;
      const asked = { siteIds: [siteId], channels: codes, index, from: to - HOUR_MS, to };
      const [{ series }, { markers }] = await Promise.all([
        call(readTrend, { query: { ...asked, granularity: 'hour' as const }, signal, quiet: true }),
        call(listTrendMarkers, { query: asked, signal, quiet: true }),
      ]);
      const found = markers.filter(({ kind }) => kind === 'flag');
      const ofIndex = found.filter((marker) => marker.ofIndex);
      const name = (code: string) => pollutantSign(code, language) ?? code;
      return {
        // An hour that does not count is not compared, as in the list of stations.
        means: new Map(
          series.map(({ channel, values, few, excluded = [] }) => {
            const isCounted = few.length + excluded.length === 0;
            return [channel, isCounted ? (values[0] ?? null) : null];
          }),
        ),
        flags: new Map([
          ...codes.map((code): [string, string[]] => [
            code,
            found.filter(({ channel }) => channel === code).map(({ text }) => text),
          ]),
          [indexCode, ofIndex.map(({ channel, text }) => `${name(channel)} · ${text}`)],
        ]),
      };
    },
    enabled: mayAsk && releasedAt !== undefined && codes.length > 0,
    // The hour may be rolled up later than it is published.
    refetchInterval: 5 * MINUTE_MS,
  });
  return data;
}
