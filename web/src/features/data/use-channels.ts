import { channel } from '@limpid/contract/basedata/channel';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Taste } from '../../resource/air/use-taste.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { type Channel, readChannel } from './channel.ts';
import type { SiteNow } from './site-now.ts';

const endpoint = optionsEndpoint(channel);

/**
 * The channels that any site seen so far has a value of, in their order: a column that nobody measures would only be
 * in the way. Those of the map, as long as there is no value at all.
 */
export function useMeasuredChannels(sites: readonly SiteNow[], { isSafe }: Taste): Channel[] {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, { signal }),
  });
  const channels = useMemo(
    () => (data ?? []).map((row) => readChannel(row, language, isSafe)),
    [data, language, isSafe],
  );
  const [seen, setSeen] = useState<readonly string[]>([]);
  // They only become more, so that no column goes away while pages are turned.
  const added = new Set(
    sites.flatMap(({ values }) => Object.keys(values)).filter((code) => !seen.includes(code)),
  );
  if (added.size > 0) setSeen([...seen, ...added]);
  const measured = channels.filter(({ code }) => seen.includes(code));
  return measured.length > 0 ? measured : channels.filter(({ isOnMap }) => isOnMap);
}
