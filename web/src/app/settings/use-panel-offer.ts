import { parameter, readParameter } from '@limpid/contract/system/parameter';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { offerPanel, usePreferences } from '../preferences.ts';

const configKey = 'sys.index.showSettings';

/** Whether the administrator lets people choose; what was known last time holds until the server has answered. */
export function usePanelOffer(): boolean {
  const { data } = useQuery({
    // Under the path of the parameters: changing one asks again.
    queryKey: [parameter.path, configKey],
    queryFn: ({ signal }) => call(readParameter, { params: { configKey }, quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data !== undefined) offerPanel(data.trim() === 'true');
  }, [data]);
  return usePreferences((preferences) => preferences.panel);
}
