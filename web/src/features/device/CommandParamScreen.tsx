import { commandParam } from '@limpid/contract/device/command-param';
import { useTranslation } from 'react-i18next';
import { FieldHint } from '../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../resource/form/FormFields.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import styles from './command.module.css';

const inputs: FormInputs = {
  [noteOf('choices')]: <FieldHint text="device.commandParam.notes.choices" />,
  [noteOf('defaultValue')]: <FieldHint text="device.commandParam.notes.default" />,
};

export default function CommandParamScreen() {
  const { t } = useTranslation();
  const cells: Cells<typeof commandParam> = {
    paramType: ({ paramType }) => (
      <div className={styles.whole}>{t(`device.commandParam.fields.paramType_${paramType}`)}</div>
    ),
  };
  return <ResourceScreen resource={commandParam} cells={cells} inputs={inputs} />;
}
