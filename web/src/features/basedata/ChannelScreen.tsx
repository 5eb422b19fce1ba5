import { channel } from '@limpid/contract/basedata/channel';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { CodesInput } from '../../resource/form/CodesInput.tsx';
import type { FormInputs } from '../../resource/form/FormFields.tsx';
import { PartsInput } from '../../resource/form/PartsInput.tsx';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { IconPicker } from '../../ui/icon/IconPicker.tsx';
import { ChannelName } from './ChannelName.tsx';
import { ColourInput } from './ColourInput.tsx';

const cells: Cells<typeof channel> = {
  channelName: (row) => <ChannelName row={row} />,
  status: (row) => <StatusSwitch resource={channel} row={row} />,
};

const named = ['enum', 'switch'];

/** Enumerations and switches have pairs; the other types have levels, a unit and a range. */
function isAsked(name: string, { dataType }: RowOf<typeof channel>): boolean {
  const hasPairs = named.some((one) => one === dataType);
  if (name === 'pairs') return hasPairs;
  return !hasPairs || !['levels', 'unit', 'decimals', 'minValue', 'maxValue'].includes(name);
}

export default function ChannelScreen() {
  const { t } = useTranslation();
  const inputs: FormInputs = {
    aliases: <CodesInput />,
    icon: <IconPicker label={t('basedata.channel.fields.icon')} />,
    levels: <PartsInput field={channel.fields.levels} inputs={{ colour: <ColourInput /> }} />,
  };
  return <ResourceScreen resource={channel} cells={cells} inputs={inputs} isFieldShown={isAsked} />;
}
