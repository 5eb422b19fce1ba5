import type { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import type { RowOf } from '@limpid/contract/kit/row';
import { belowField, type FormInputs } from '../../../resource/form/FormFields.tsx';
import { BasisPicker } from './BasisPicker.tsx';
import { ConditionSentence } from './ConditionSentence.tsx';
import { RulePreviewPanel } from './RulePreviewPanel.tsx';
import { RuleTypePicker } from './RuleTypePicker.tsx';
import { SiteLimitSwitch } from './SiteLimitSwitch.tsx';
import { SubjectPicker } from './SubjectPicker.tsx';
import { TargetPicker } from './TargetPicker.tsx';
import { UnitInput } from './UnitInput.tsx';

/** What most new rules are. */
export const newRule: Partial<RowOf<typeof alarmRule>> = {
  compare: 'gt',
  qualityKind: 'flat',
  referenceKind: 'difference',
};

export const ruleInputs: FormInputs = {
  alarmType: <RuleTypePicker />,
  siteId: <TargetPicker target="site" />,
  entityId: <TargetPicker target="entity" />,
  entityGroup: <TargetPicker target="group" />,
  deviceTypeId: <TargetPicker target="deviceType" />,
  channelId: <SubjectPicker />,
  threshold: <UnitInput />,
  deadBand: <UnitInput />,
  basis: <BasisPicker />,
  siteLimit: <SiteLimitSwitch />,
  [belowField('clearSeconds')]: (
    <>
      <ConditionSentence />
      <RulePreviewPanel />
    </>
  ),
};
