import { channel } from '@limpid/contract/basedata/channel';
import { sensorType } from '@limpid/contract/basedata/sensor-type';
import { FieldNote } from '../../resource/form/FieldNote.tsx';
import { below, type Inputs } from '../../resource/form/FormFields.tsx';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';

const cells: Cells = { status: (row) => <StatusSwitch resource={sensorType} row={row} /> };
const inputs: Inputs = {
  channelId: <OptionPicker resource={channel} shows="channelCode" />,
  [below('syncData')]: <FieldNote text="basedata.sensorType.syncDataNote" />,
};

export default function SensorTypeScreen() {
  return <ResourceScreen resource={sensorType} cells={cells} inputs={inputs} />;
}
