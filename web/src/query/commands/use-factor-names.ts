import { channel } from '@limpid/contract/basedata/channel';
import { localised } from '@limpid/contract/kit/resource';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { useLanguage } from '../../resource/use-language.ts';

const endpoint = optionsEndpoint(channel);

/** Finds the name of a channel by any code of the standard or the platform. */
export function useFactorNames(): (code: string) => string | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, { signal }),
  });
  return useMemo(() => {
    const names = new Map(
      data?.flatMap((row) =>
        [row.gbCode, row.channelCode, ...String(row.aliases ?? '').split(/,\s*/)].map(
          (code) => [String(code).toLowerCase(), localised(row, 'channelName', language)] as const,
        ),
      ),
    );
    return (code) => names.get(code.toLowerCase());
  }, [data, language]);
}
