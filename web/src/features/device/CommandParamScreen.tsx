import { commandParam } from '@limpid/contract/device/command-param';
import { FieldNote } from '../../resource/form/FieldNote.tsx';
import { belowField, type FormInputs } from '../../resource/form/FormFields.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';

const inputs: FormInputs = {
  [belowField('choices')]: <FieldNote text="device.commandParam.notes.choices" />,
  [belowField('defaultValue')]: <FieldNote text="device.commandParam.notes.default" />,
};

export default function CommandParamScreen() {
  return <ResourceScreen resource={commandParam} inputs={inputs} />;
}
