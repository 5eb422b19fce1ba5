import { fogCannon } from '@limpid/contract/fogcannon/cannon';
import { linkageRule } from '@limpid/contract/fogcannon/linkage-rule';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { Flex, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import type { DecisionFilter } from '../../../query/cannons/decision-address.ts';
import { useRow } from '../../../resource/row/use-row.ts';
import { useLanguage } from '../../../resource/use-language.ts';

interface DecisionFiltersProps {
  filter: DecisionFilter;
  onChange: (filter: DecisionFilter) => void;
}

const cannons = resourceEndpoints(fogCannon);
const rules = resourceEndpoints(linkageRule);

/** What the log is limited to by the link that has opened it; each limit can be removed. */
export function DecisionFilters({ filter, onChange }: DecisionFiltersProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { cannonId, ruleId, from, to, ...none } = filter;
  const mayRead = (permission: string) => hasAnyPermission(permission);
  const cannon = useRow(cannons, mayRead('fog:gun:query') ? cannonId : undefined).data;
  const rule = useRow(rules, mayRead('fog:linkage:query') ? ruleId : undefined).data;
  const time = [from, to].map((moment) => (moment ? formatDateTime(moment, language) : '…')).join(' – ');
  const limits = [
    ...(cannonId
      ? [{ field: 'cannonId', value: cannon?.cannonName ?? cannonId, rest: { ruleId, from, to } }]
      : []),
    ...(ruleId ? [{ field: 'ruleId', value: rule?.ruleName ?? ruleId, rest: { cannonId, from, to } }] : []),
    ...(from || to ? [{ field: 'at', value: time, rest: { cannonId, ruleId } }] : []),
  ];
  if (limits.length === 0) return null;
  return (
    <Flex gap={8} wrap>
      {limits.map(({ field, value, rest }) => (
        <Tag
          key={field}
          closable={{ 'aria-label': t('fogcannon.decision.clear') }}
          onClose={() => onChange({ ...none, ...dropEmpty(rest) })}
        >
          {t(`fogcannon.decision.fields.${field}`)}: {value}
        </Tag>
      ))}
    </Flex>
  );
}

function dropEmpty(filter: { [K in keyof DecisionFilter]: DecisionFilter[K] | undefined }): DecisionFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
