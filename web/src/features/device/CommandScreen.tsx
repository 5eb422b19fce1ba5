import { deviceType } from '@limpid/contract/basedata/device-type';
import { basicCommand } from '@limpid/contract/device/command';
import { FieldNote } from '../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs } from '../../resource/form/FormFields.tsx';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';

const cells: Cells<typeof basicCommand> = {
  status: (row) => <StatusSwitch resource={basicCommand} row={row} />,
};
const inputs: FormInputs = {
  deviceTypeIds: <OptionPicker resource={deviceType} several />,
  [belowField('configParams')]: <FieldNote text="device.command.notes.template" />,
  [belowField('dangerous')]: <FieldNote text="device.command.notes.dangerous" />,
};

export default function CommandScreen() {
  return <ResourceScreen resource={basicCommand} cells={cells} inputs={inputs} />;
}
