import { channel } from '@limpid/contract/basedata/channel';
import type { RowOf } from '@limpid/contract/kit/row';
import type { dataRule } from '@limpid/contract/quality/data-rule';
import { hasMinutes, limitFields, listUsedLimits } from '@limpid/contract/quality/rule-limits';
import { departmentChoices } from '@limpid/contract/system/department';
import { belowField, type FormInputs, noteOf } from '../../../resource/form/FormFields.tsx';
import { OptionPicker } from '../../../resource/form/OptionPicker.tsx';
import { TreePicker } from '../../../resource/form/TreePicker.tsx';
import { DataRulePreview } from './DataRulePreview.tsx';
import { LimitNote } from './LimitNote.tsx';
import { BoundSitePicker, DeviceTypePicker } from './RulePickers.tsx';

type Typed = Partial<RowOf<typeof dataRule>>;

export const newDataRule: Typed = { test: 'range', basis: 'hour', counts: true };

/** The limits of the chosen test, and the department of a template. */
export function isLimitShown(name: string, { test = 'range', basis = 'hour', siteId }: Typed): boolean {
  if (name === 'deptId' || name === 'deviceTypeId') return !siteId;
  if (name === 'basis') return hasMinutes(test);
  const limit = limitFields.find((one) => one === name);
  if (limit === 'stationCode' && !siteId) return false;
  return limit === undefined || listUsedLimits(test, hasMinutes(test) ? basis : 'hour').includes(limit);
}

const noted = [
  'siteId',
  'factor',
  'floor',
  'span',
  'rarity',
  'change',
  'tolerance',
  'neighbourKm',
  'stationCode',
  'counts',
] as const;

export const dataRuleInputs: FormInputs = {
  siteId: <BoundSitePicker />,
  deptId: <TreePicker endpoint={departmentChoices} />,
  deviceTypeId: <DeviceTypePicker />,
  channelId: <OptionPicker resource={channel} shows="channelCode" />,
  otherChannelId: <OptionPicker resource={channel} shows="otherChannelCode" />,
  ...Object.fromEntries(noted.map((name) => [noteOf(name), <LimitNote key={name} name={name} />])),
  [belowField('counts')]: <DataRulePreview />,
};
