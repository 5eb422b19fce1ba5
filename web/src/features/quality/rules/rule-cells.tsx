import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { dataRule } from '@limpid/contract/quality/data-rule';
import { type LimitField, listUsedLimits } from '@limpid/contract/quality/rule-limits';
import { useTranslation } from 'react-i18next';
import { RuleText } from '../../../query/rules/RuleCells.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';

interface RuleCellProps {
  row: RowOf<typeof dataRule>;
}

export function RuleChannelName({ row }: RuleCellProps) {
  return <EllipsisText text={localised({ ...row }, 'channelName', useLanguage())} />;
}

/** The site of a rule, or the department whose sites a template is for. */
export function RuleSites({ row }: RuleCellProps) {
  const { t } = useTranslation();
  const text = row.siteName ?? t('quality.rule.allSites', { department: row.deptName ?? '' });
  return <EllipsisText text={text} />;
}

/** The limits that are written with a unit or a sign; the others follow the name of their field. */
const withUnit: readonly LimitField[] = ['factor', 'rarity', 'neighbourKm', 'percent'];

/** The limits that the test of a rule uses, each with its name. */
export function RuleLimits({ row }: RuleCellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3, useGrouping: false });
  const basis = row.basis ?? 'hour';
  const limits = listUsedLimits(row.test ?? 'range', basis).flatMap((name) => {
    const value = name === 'otherChannelId' ? row.otherChannelCode : row[name];
    if (value === null || value === undefined || value === '') return [];
    const text = typeof value === 'number' ? format.format(value) : value;
    if (name === 'span') return t(`quality.rule.limits.span_${basis}`, { value: text });
    if (withUnit.includes(name)) return t(`quality.rule.limits.${name}`, { value: text });
    return `${t(`quality.rule.fields.${name}`)} ${text}`;
  });
  // Lines break between limits, not within one.
  return <RuleText text={limits.map((limit) => limit.replaceAll(' ', '\u00a0')).join(' · ')} />;
}
