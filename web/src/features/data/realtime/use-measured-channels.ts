import { useState } from 'react';
import type { Channel } from '../../../air/channel.ts';
import { useChannels } from '../../../query/channel/use-channels.ts';
import type { SiteNow } from './site-now.ts';

/**
 * The channels that any site seen so far has a value for, in their order; an empty column would only take space. Until the
 * first value arrives, the channels that maps show.
 */
export function useMeasuredChannels(sites: readonly SiteNow[]): Channel[] {
  const channels = useChannels();
  const [seen, setSeen] = useState<readonly string[]>([]);
  // The set only grows: no column disappears while somebody turns pages.
  const added = new Set(
    sites.flatMap(({ values }) => Object.keys(values)).filter((code) => !seen.includes(code)),
  );
  if (added.size > 0) setSeen([...seen, ...added]);
  const measured = channels.filter(({ code }) => seen.includes(code));
  return measured.length > 0 ? measured : channels.filter(({ isOnMap }) => isOnMap);
}
