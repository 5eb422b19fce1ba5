import { HistoryOutlined } from '@ant-design/icons';
import { dataRule } from '@limpid/contract/quality/data-rule';
import { applyDataRules } from '@limpid/contract/quality/rule-run';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../api/Allowed.tsx';
import { useSession } from '../../api/session.ts';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { ApplyDialog } from './rules/ApplyDialog.tsx';
import { RuleChannelName } from './rules/RuleChannelName.tsx';
import { dataRuleInputs, isLimitShown, newDataRule } from './rules/rule-form.tsx';

const cells: Cells<typeof dataRule> = {
  status: (row) => <StatusSwitch resource={dataRule} row={row} />,
  channelId: (row) => <RuleChannelName row={row} />,
};
const columns = { widths: { ruleName: 190, status: 90, template: 80, test: 150, counts: 140 } } as const;

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
