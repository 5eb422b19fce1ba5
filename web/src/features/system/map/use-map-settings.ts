import type { Input } from '@limpid/contract/kit/endpoint';
import {
  readMapSettingsRow,
  type StoredMapSettings,
  saveMapSettings,
} from '@limpid/contract/system/map-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { fetchCustomConfig } from '../../../api/custom-config.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { useSession } from '../../../api/session.ts';

export type MapSettingsChange = Omit<Input<typeof saveMapSettings>['body'], 'revision'>;

const queryKey = [readMapSettingsRow.path];

export function useStoredMapSettings() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readMapSettingsRow, { signal, quiet: true }),
  });
}

/** Saves a part of the settings; maps that are opened afterwards use it. */
export function useSaveMapSettings({ revision }: StoredMapSettings) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: MapSettingsChange) => call(saveMapSettings, { body: { revision, ...change } }),
    async onSuccess(stored, { providers }) {
      client.setQueryData(queryKey, stored);
      getNotifier().success(providers ? t('system.mapSettings.savedReload') : t('system.mapSettings.saved'));
      // It is saved; without this, it acts at the next load of the page.
      const customConfig = await fetchCustomConfig().catch(() => undefined);
      if (customConfig) useSession.setState({ customConfig });
    },
  });
}
