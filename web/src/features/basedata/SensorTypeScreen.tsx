import { channel } from '@limpid/contract/basedata/channel';
import { sensorType } from '@limpid/contract/basedata/sensor-type';
import { FieldHint } from '../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../resource/form/FormFields.tsx';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';

const cells: Cells<typeof sensorType> = { status: (row) => <StatusSwitch resource={sensorType} row={row} /> };
const inputs: FormInputs = {
  channelId: <OptionPicker resource={channel} shows="channelCode" />,
  [noteOf('syncData')]: <FieldHint text="basedata.sensorType.syncDataNote" />,
};

export default function SensorTypeScreen() {
  return <ResourceScreen resource={sensorType} cells={cells} inputs={inputs} />;
}
