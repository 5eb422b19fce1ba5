import { channel } from '@limpid/contract/basedata/channel';
import { deviceType } from '@limpid/contract/basedata/device-type';
import { CodesInput } from '../../resource/CodesInput.tsx';
import type { Inputs } from '../../resource/FormFields.tsx';
import { OptionPicker } from '../../resource/OptionPicker.tsx';
import { PartsInput } from '../../resource/PartsInput.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { StatusSwitch } from '../../resource/StatusSwitch.tsx';
import type { Cells } from '../../resource/use-table-columns.tsx';

const cells: Cells = { status: (row) => <StatusSwitch resource={deviceType} row={row} /> };
const ofChannel = { channelId: <OptionPicker resource={channel} />, aliases: <CodesInput /> };
const inputs: Inputs = { channels: <PartsInput field={deviceType.fields.channels} inputs={ofChannel} /> };

export default function DeviceTypeScreen() {
  return <ResourceScreen resource={deviceType} cells={cells} inputs={inputs} />;
}
