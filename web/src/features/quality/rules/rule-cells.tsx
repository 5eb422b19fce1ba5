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

const units: Partial<Record<LimitField, string>> = { neighbourKm: 'km', percent: '%' };

/** The limits that the test of a rule uses, each with its name. */
export function RuleLimits({ row }: RuleCellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3, useGrouping: false });
  const limits = listUsedLimits(row.test ?? 'range', row.basis ?? 'hour').flatMap((name) => {
    const value = name === 'otherChannelId' ? row.otherChannelCode : row[name];
    if (value === null || value === undefined || value === '') return [];
    const text = typeof value === 'number' ? format.format(value) : value;
    const unit = units[name];
    const label = t(`quality.rule.fields.${name}`);
    // In a form the unit is part of the label.
    return unit === undefined ? `${label} ${text}` : `${label.replace(/\s*[(（].*/, '')} ${text} ${unit}`;
  });
  return <RuleText text={limits.join(' · ')} />;
}
