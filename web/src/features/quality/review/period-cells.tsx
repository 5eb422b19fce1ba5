import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { flaggedPeriod } from '@limpid/contract/quality/flagged-period';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFlagReason } from '../../../air/describe-flag.ts';
import { useRuleChannels } from '../../../query/rules/use-rule-channels.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';

type PeriodRow = RowOf<typeof flaggedPeriod>;

/** What the rule found in the first hour of a period. */
export function usePeriodReason(row: PeriodRow): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const decimals =
    useRuleChannels().find(({ channelCode }) => channelCode === row.channelCode)?.decimals ?? 0;
  const { value, low, high, span } = row;
  const mark = { test: row.test ?? 'range', basis: row.basis ?? 'hour', value, low, high, span };
  return describeFlagReason(mark, { unit: row.unit ?? '', decimals }, { t, language });
}

function ChannelCell({ row }: { row: PeriodRow }) {
  return <EllipsisText text={localised({ ...row }, 'channelName', useLanguage())} />;
}

/** The rule, and what it has found. */
function RuleCell({ row }: { row: PeriodRow }) {
  return (
    <TwoLines
      first={localised({ ...row }, 'ruleName', useLanguage())}
      second={<EllipsisText text={usePeriodReason(row)} />}
    />
  );
}

const looks: Record<string, string> = { open: 'warning', confirmed: 'danger', rejected: 'success' };

function StateCell({ row }: { row: PeriodRow }) {
  const { t } = useTranslation();
  const state = row.state ?? 'open';
  return <StatusDot look={looks[state]} text={t(`quality.period.fields.state_${state}`)} />;
}

export const periodCells: Record<string, (row: PeriodRow) => ReactNode> = {
  channelName: (row) => <ChannelCell row={row} />,
  ruleName: (row) => <RuleCell row={row} />,
  state: (row) => <StateCell row={row} />,
};
