import { deviceType } from '@limpid/contract/basedata/device-type';
import { basicCommand } from '@limpid/contract/device/command';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHint } from '../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../resource/form/FormFields.tsx';
import { OptionPicker } from '../../resource/form/OptionPicker.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import styles from './command.module.css';

const cells: Cells<typeof basicCommand> = {
  // Names differ at their end, and the template has no spaces.
  commandName: (row) => <CommandName row={row} />,
  deviceTypes: (row) => <DeviceTypes row={row} />,
  configParams: ({ configParams }) => <Template text={configParams ?? ''} />,
  status: (row) => <StatusSwitch resource={basicCommand} row={row} />,
};
/** The template has no spaces to break at. */
const columns = {
  widths: {
    commandCode: 112,
    commandName: 176,
    commandType: 112,
    configParams: 232,
    dangerous: 96,
    status: 88,
  },
};
const inputs: FormInputs = {
  deviceTypeIds: <OptionPicker resource={deviceType} several />,
  [noteOf('configParams')]: <FieldHint text="device.command.notes.template" />,
  [noteOf('dangerous')]: <FieldHint text="device.command.notes.dangerous" />,
};

function CommandName({ row }: { row: RowOf<typeof basicCommand> }) {
  return <div className={styles.whole}>{localised(row, 'commandName', useLanguage())}</div>;
}

/** Breaks between fields where it can. */
function Template({ text }: { text: string }) {
  return (
    <code className={styles.template}>
      {text.split(/(?<=[;,])/).map((field, index) => (
        // Fields may repeat in a template.
        <Fragment key={`${index} ${field}`}>
          {field}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}

function DeviceTypes({ row }: { row: RowOf<typeof basicCommand> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    localised(row, 'deviceTypes', language) || (
      <span className={styles.soft}>{t('device.command.allTypes')}</span>
    )
  );
}

export default function CommandScreen() {
  return <ResourceScreen resource={basicCommand} cells={cells} inputs={inputs} columns={columns} />;
}
