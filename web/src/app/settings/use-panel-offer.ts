import { parameter, readParameter } from '@limpid/contract/system/parameter';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { offerPanel, usePreferences } from '../preferences.ts';

const configKey = 'sys.index.showSettings';

/** Whether the installation offers the settings panel; the last known value until the server responds. */
export function usePanelOffer(): boolean {
  const { data } = useQuery({
    // Below the path of parameters, so that a change of a parameter reloads it.
    queryKey: [parameter.path, configKey],
    queryFn: ({ signal }) => call(readParameter, { params: { configKey }, quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data !== undefined) offerPanel(data.trim() === 'true');
  }, [data]);
  return usePreferences((preferences) => preferences.panel);
}
