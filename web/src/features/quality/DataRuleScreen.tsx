import { HistoryOutlined } from '@ant-design/icons';
import type { RowOf } from '@limpid/contract/kit/row';
import { dataRule } from '@limpid/contract/quality/data-rule';
import { applyDataRules } from '@limpid/contract/quality/rule-run';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../api/Allowed.tsx';
import { useSession } from '../../api/session.ts';
import { type NamedField, orderColumns } from '../../resource/fields/resource-fields.ts';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { ApplyDialog } from './rules/ApplyDialog.tsx';
import { RuleChannelName, RuleLimits, RuleSites } from './rules/rule-cells.tsx';
import { dataRuleInputs, isLimitShown, newDataRule } from './rules/rule-form.tsx';

const cells: Cells<typeof dataRule> & { limits: (row: RowOf<typeof dataRule>) => ReactNode } = {
  status: (row) => <StatusSwitch resource={dataRule} row={row} />,
  channelId: (row) => <RuleChannelName row={row} />,
  siteName: (row) => <RuleSites row={row} />,
  limits: (row) => <RuleLimits row={row} />,
};

/** One column for the limits of all tests. */
const limits: NamedField = {
  name: 'limits',
  field: { kind: 'longText', max: 300, readOnly: true, notIn: ['form', 'sheet'] },
  label: 'quality.rule.columns.limits',
};
const order = ['ruleName', 'status', 'test', 'channelId', 'limits', 'siteName', 'counts'];
const columns = {
  fields: orderColumns(dataRule, order, [limits]).map((named) =>
    named.name === 'counts' ? { ...named, label: 'quality.rule.columns.counts' } : named,
  ),
  widths: {
    ruleName: 204,
    status: 88,
    test: 156,
    channelId: 148,
    limits: 264,
    siteName: 150,
    counts: 112,
    template: 96,
  },
} as const;

/** The tests of stored values, with a preview and their application to the past. */
export default function DataRuleScreen() {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  const [isApplying, setApplying] = useState(false);
  return (
    <>
      <ResourceScreen
        resource={dataRule}
        cells={cells}
        columns={columns}
        inputs={dataRuleInputs}
        isFieldShown={isLimitShown}
        initialValues={() => ({ ...newDataRule, deptId: user?.deptId ?? undefined })}
        tools={
          <Allowed permission={[applyDataRules.access.permission]}>
            <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setApplying(true)}>
              {t('quality.apply.button')}
            </Button>
          </Allowed>
        }
      />
      {isApplying && <ApplyDialog onClose={() => setApplying(false)} />}
    </>
  );
}
