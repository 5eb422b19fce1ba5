import { listLinkageChoices } from '@limpid/contract/fogcannon/linkage-rule';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { call } from '../../../api/call.ts';
import type { TypedLinkage } from './describe-linkage.ts';

/** What can be chosen for the entity of the rule that is being typed. */
export function useLinkageChoices() {
  const entityId: unknown = Form.useWatch('entityId', Form.useFormInstance());
  const query = { entityId: typeof entityId === 'number' ? entityId : 0 };
  return useQuery({
    queryKey: [listLinkageChoices.path, query],
    queryFn: ({ signal }) => call(listLinkageChoices, { query, signal }),
    enabled: query.entityId > 0,
  });
}

/** The rule as it is typed, with the name and unit of its channel. */
export function useTypedLinkage(): TypedLinkage {
  const form = Form.useFormInstance<TypedLinkage>();
  const rule: TypedLinkage = Form.useWatch((values) => values, { form, preserve: true }) ?? {};
  const channel = useLinkageChoices().data?.channels.find(({ id }) => id === rule.channelId);
  return {
    ...rule,
    channelName: channel?.name ?? null,
    channelNameEn: channel?.nameEn ?? null,
    channelNameFr: channel?.nameFr ?? null,
    channelUnit: channel?.unit ?? null,
    channelDecimals: channel?.decimals ?? 0,
  };
}
