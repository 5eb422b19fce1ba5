import { channel } from '@limpid/contract/basedata/channel';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const endpoint = optionsEndpoint(channel);
const none: RowOf<typeof channel>[] = [];

/** All enabled channels, shared with other screens. */
export function useRuleChannels(): RowOf<typeof channel>[] {
  const { data } = useQuery({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, { signal }),
  });
  return data ?? none;
}
