import { channel } from '@limpid/contract/basedata/channel';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Channel } from '../../air/channel.ts';
import type { IndexPreference } from '../../air/index-preference.ts';
import { call } from '../../api/call.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { readChannel } from './channel.ts';
import type { SiteNow } from './site-now.ts';

const endpoint = optionsEndpoint(channel);

/**
 * The channels that any site seen so far has a value for, in their order; an empty column would only take space. Until the
 * first value arrives, the channels that maps show.
 */
export function useMeasuredChannels(
  sites: readonly SiteNow[],
  { colourBlindSafe }: IndexPreference,
): Channel[] {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, { signal }),
  });
  const channels = useMemo(
    () => (data ?? []).map((row) => readChannel(row, language, colourBlindSafe)),
    [data, language, colourBlindSafe],
  );
  const [seen, setSeen] = useState<readonly string[]>([]);
  // The set only grows: no column disappears while somebody turns pages.
  const added = new Set(
    sites.flatMap(({ values }) => Object.keys(values)).filter((code) => !seen.includes(code)),
  );
  if (added.size > 0) setSeen([...seen, ...added]);
  const measured = channels.filter(({ code }) => seen.includes(code));
  return measured.length > 0 ? measured : channels.filter(({ isOnMap }) => isOnMap);
}
