import { channel } from '@limpid/contract/basedata/channel';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { useIndexPreference } from '../../api/use-index-preference.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { type ListedChannel, readChannel } from './read-channel.ts';

const endpoint = optionsEndpoint(channel);
const none: ListedChannel[] = [];

/** All channels in their order, in the reader's language and colours; empty until they are loaded. */
export function useChannels(): ListedChannel[] {
  const language = useLanguage();
  const [{ colourBlindSafe }] = useIndexPreference();
  const { data } = useQuery({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, { signal }),
  });
  return useMemo(
    () => data?.map((row) => readChannel(row, language, colourBlindSafe)) ?? none,
    [data, language, colourBlindSafe],
  );
}
