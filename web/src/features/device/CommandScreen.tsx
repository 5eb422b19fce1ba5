import { deviceType } from '@limpid/contract/basedata/device-type';
import { basicCommand } from '@limpid/contract/device/command';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { FieldNote } from '../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs } from '../../resource/form/FormFields.tsx';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import styles from './command.module.css';

const cells: Cells<typeof basicCommand> = {
  // Names differ at their end, and the template has no spaces.
  commandName: (row) => <CommandName row={row} />,
  configParams: ({ configParams }) => <code className={styles.template}>{configParams}</code>,
  status: (row) => <StatusSwitch resource={basicCommand} row={row} />,
};
const inputs: FormInputs = {
  deviceTypeIds: <OptionPicker resource={deviceType} several />,
  [belowField('configParams')]: <FieldNote text="device.command.notes.template" />,
  [belowField('dangerous')]: <FieldNote text="device.command.notes.dangerous" />,
};

function CommandName({ row }: { row: RowOf<typeof basicCommand> }) {
  return <div className={styles.whole}>{localised(row, 'commandName', useLanguage())}</div>;
}

export default function CommandScreen() {
  return <ResourceScreen resource={basicCommand} cells={cells} inputs={inputs} />;
}
