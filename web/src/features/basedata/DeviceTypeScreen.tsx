import { channel } from '@limpid/contract/basedata/channel';
import { deviceType } from '@limpid/contract/basedata/device-type';
import { CodesInput } from '../../resource/form/CodesInput.tsx';
import { FieldHint } from '../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../resource/form/FormFields.tsx';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { PartsInput } from '../../resource/form/PartsInput.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';

const cells: Cells<typeof deviceType> = { status: (row) => <StatusSwitch resource={deviceType} row={row} /> };
const ofChannel = { channelId: <OptionPicker resource={channel} />, aliases: <CodesInput /> };
/** The longest name of a protocol fits. */
const columns = { widths: { protocol: 140 } } as const;
const inputs: FormInputs = {
  [noteOf('signalCode')]: <FieldHint text="basedata.deviceType.notes.factCode" />,
  [noteOf('referenceTemplate')]: <FieldHint text="basedata.deviceType.notes.reference" />,
  [noteOf('asksItself')]: <FieldHint text="basedata.deviceType.notes.backfill" />,
  [noteOf('mqttAnswerTopic')]: <FieldHint text="basedata.deviceType.notes.mqttTopic" />,
  channels: <PartsInput field={deviceType.fields.channels} inputs={ofChannel} />,
};

export default function DeviceTypeScreen() {
  return <ResourceScreen resource={deviceType} columns={columns} cells={cells} inputs={inputs} />;
}
