import { channel } from '@limpid/contract/basedata/channel';
import { deviceType } from '@limpid/contract/basedata/device-type';
import { CodesInput } from '../../resource/form/CodesInput.tsx';
import { FieldNote } from '../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs } from '../../resource/form/FormFields.tsx';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { PartsInput } from '../../resource/form/PartsInput.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';

const cells: Cells<typeof deviceType> = { status: (row) => <StatusSwitch resource={deviceType} row={row} /> };
const ofChannel = { channelId: <OptionPicker resource={channel} />, aliases: <CodesInput /> };
const inputs: FormInputs = {
  [belowField('signalCode')]: <FieldNote text="basedata.deviceType.notes.factCode" />,
  [belowField('referenceTemplate')]: <FieldNote text="basedata.deviceType.notes.reference" />,
  [belowField('asksDays')]: <FieldNote text="basedata.deviceType.notes.backfill" />,
  [belowField('mqttAnswerTopic')]: <FieldNote text="basedata.deviceType.notes.mqttTopic" />,
  channels: <PartsInput field={deviceType.fields.channels} inputs={ofChannel} />,
};

export default function DeviceTypeScreen() {
  return <ResourceScreen resource={deviceType} cells={cells} inputs={inputs} />;
}
