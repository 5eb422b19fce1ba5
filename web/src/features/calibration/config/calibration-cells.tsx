import { calibrationConfig, type IssueState } from '@limpid/contract/calibration/config';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RuleName, RuleText } from '../../../query/rules/RuleCells.tsx';
import { StatusSwitch } from '../../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { configParameter } from './config-address.ts';

type Row = RowOf<typeof calibrationConfig>;

function NameCell({ row }: { row: Row }) {
  const { t } = useTranslation();
  const mark = row.simulated ? t('calibration.config.fields.simulated') : undefined;
  return <RuleName name={row.configName} mark={mark} />;
}

/** The sites on one line, and how many they are. */
function SitesCell({ row: { siteNames, siteCount } }: { row: Row }) {
  const { t } = useTranslation();
  const count = siteCount ?? 0;
  return (
    <TwoLines first={siteNames ?? ''} second={count > 1 && t('calibration.config.siteTotal', { count })} />
  );
}

/** When the last round began, and what it has proposed. */
function LastRound({ row }: { row: Row }) {
  const { t } = useTranslation();
  if (!row.lastRunAt) return t('calibration.config.neverRun');
  const state = row.lastRunState === 'done' ? undefined : row.lastRunState;
  const second = state
    ? t(`calibration.config.fields.lastRunState_${state}`)
    : t('calibration.config.lastRound', { proposed: row.lastProposed ?? 0, refused: row.lastRefused ?? 0 });
  return (
    <Link to={`?${configParameter}=${row.configId}`}>
      <TwoLines first={<DateTimeText value={row.lastRunAt} />} second={second} />
    </Link>
  );
}

const issueLooks: Partial<Record<IssueState, string>> = {
  pending: 'warning',
  sent: 'primary',
  confirmed: 'success',
  failed: 'danger',
};

function IssueCell({ row: { issueState, issuedAt } }: { row: Row }) {
  const { t } = useTranslation();
  if (!issueState) return null;
  const text = t(`calibration.config.fields.issueState_${issueState}`);
  return (
    <TwoLines
      first={<StatusDot look={issueLooks[issueState]} text={text} />}
      second={issuedAt && <DateTimeText value={issuedAt} />}
    />
  );
}

export const calibrationCells: Cells<typeof calibrationConfig> = {
  configName: (row) => <NameCell row={row} />,
  siteNames: (row) => <SitesCell row={row} />,
  channelCodes: (row) => <RuleText text={row.channelCodes ?? ''} />,
  lastRunAt: (row) => <LastRound row={row} />,
  issueState: (row) => <IssueCell row={row} />,
  status: (row) => <StatusSwitch resource={calibrationConfig} row={row} />,
};
