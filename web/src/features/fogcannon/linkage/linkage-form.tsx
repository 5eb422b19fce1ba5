import { Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { RuleSentence } from '../../../query/rules/RuleSentence.tsx';
import { FieldHint } from '../../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs, noteOf } from '../../../resource/form/FormFields.tsx';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { describeLinkage, describeStop } from './describe-linkage.ts';
import { LinkageChoicePicker, LinkageEntityPicker } from './LinkagePickers.tsx';
import { LinkagePreviewPanel } from './LinkagePreviewPanel.tsx';
import { TimeOfDayInput } from './TimeOfDayInput.tsx';
import { useTypedLinkage } from './use-typed-linkage.ts';

const hint = (name: string) => <FieldHint text={`fogcannon.linkage.hints.${name}`} />;
const day = (placeholder: string) => <Input placeholder={placeholder} />;

export const linkageInputs: FormInputs = {
  [noteOf('priority')]: hint('priority'),
  [noteOf('dryRun')]: hint('dryRun'),
  entityId: <LinkageEntityPicker />,
  cannonIds: <LinkageChoicePicker kind="cannons" several />,
  siteId: <LinkageChoicePicker kind="sites" allowClear placeholder="fogcannon.linkage.ownSite" />,
  [noteOf('siteId')]: hint('site'),
  channelId: <LinkageChoicePicker kind="channels" />,
  threshold: <ChannelNumber />,
  deadBand: <ChannelNumber />,
  [noteOf('deadBand')]: <StopHint />,
  [noteOf('consecutive')]: hint('consecutive'),
  [belowField('consecutive')]: <LinkageSentence />,
  [noteOf('maxRunMinutes')]: hint('maxRun'),
  [noteOf('minPauseSeconds')]: hint('pause'),
  fromTime: <TimeOfDayInput />,
  toTime: <TimeOfDayInput />,
  [noteOf('fromTime')]: hint('window'),
  [noteOf('toTime')]: hint('windowEnd'),
  fromDay: day('03-01'),
  toDay: day('11-30'),
  [noteOf('fromDay')]: hint('season'),
  [noteOf('toDay')]: hint('seasonEnd'),
  [noteOf('maxWind')]: hint('wind'),
  rainChannelId: <LinkageChoicePicker kind="channels" allowClear />,
  [belowField('remark')]: <LinkagePreviewPanel />,
};

/** A number in the unit of the channel. */
function ChannelNumber(control: FormControl<number | null>) {
  const { channelUnit } = useTypedLinkage();
  return <InputNumber<number> {...control} suffix={channelUnit || undefined} style={{ width: '100%' }} />;
}

/** The value at which the cannon stops, while the dead band is typed. */
function StopHint() {
  const { t } = useTranslation();
  return describeStop(useTypedLinkage(), t, useLanguage());
}

function LinkageSentence() {
  const { t } = useTranslation();
  const text = describeLinkage(useTypedLinkage(), t, useLanguage());
  return <RuleSentence label={t('fogcannon.linkage.sections.condition')} text={text} />;
}
