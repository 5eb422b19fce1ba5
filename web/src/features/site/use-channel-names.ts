import { channel } from '@limpid/contract/basedata/channel';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { rowId, rowName } from '../../resource/row/row.ts';
import { useLanguage } from '../../resource/use-language.ts';

/** The names of channels by their ids. */
export function useChannelNames(): (channelId: number) => string {
  const language = useLanguage();
  const { t } = useTranslation();
  const endpoint = optionsEndpoint(channel);
  const { data = [] } = useQuery({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, { signal }),
  });
  const names = new Map(data.map((one) => [rowId(channel, one), rowName(channel, one, language)]));
  return (id) => names.get(id) ?? t('kit.form.stopped', { id });
}
