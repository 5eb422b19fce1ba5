import { readRecentHours, realtime } from '@limpid/contract/data/realtime';
import { MINUTE_MS } from '@limpid/contract/durations';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Channel, hasMean } from '../../../air/channel.ts';
import { channelSign } from '../../../air/channel-sign.ts';
import type { IndexScale } from '../../../air/index-scale.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { call } from '../../../api/call.ts';
import { usePersonalChoice } from '../../../api/use-personal-choice.ts';
import { useMeasureScale } from '../../../query/channel/use-measure-scale.ts';
import { useLanguage } from '../../../resource/use-language.ts';

export interface RecentHoursOfSites {
  /** The code of the channel; undefined for the index. */
  channel: string | undefined;
  choices: Channel[];
  choose: (code: string | undefined) => void;
  scale: MeasureScale;
  /** What the values are, in a few letters. */
  sign: string;
  valuesOf: (siteId: number) => readonly (number | null)[] | undefined;
}

/** The last hours of the sites of a page, of a channel that the person chooses or of the index; one request a page. */
export function useRecentHours(
  siteIds: readonly number[],
  channels: readonly Channel[],
  index: IndexScale['key'],
  isShown: boolean,
): RecentHoursOfSites {
  const { t } = useTranslation();
  const language = useLanguage();
  const [chosen, choose] = usePersonalChoice<string>(`hours:${realtime.path}`, '');
  const choices = channels.filter(hasMean);
  const channel = choices.find(({ code }) => code === chosen);
  const measured = channel?.code ?? index;
  const query = {
    // The order of the rows does not matter.
    siteIds: siteIds.toSorted((a, b) => a - b),
    ...(channel ? { channel: channel.code } : { index }),
  };
  const { data } = useQuery({
    queryKey: [readRecentHours.path, measured, query],
    queryFn: ({ signal }) => call(readRecentHours, { query, signal, quiet: true }),
    enabled: isShown && siteIds.length > 0,
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
    // The lines of a site stay while other sites come and go, but not those of another measure.
    placeholderData: (previous, before) => (before?.queryKey[1] === measured ? previous : undefined),
  });
  const bySite = useMemo(() => new Map(data?.sites.map(({ siteId, values }) => [siteId, values])), [data]);
  return {
    channel: channel?.code,
    choices,
    choose: (code) => choose(code ?? ''),
    scale: useMeasureScale(channel),
    sign: channel ? channelSign(channel, language, t) : t('data.realtime.index'),
    valuesOf: (siteId) => bySite.get(siteId),
  };
}
