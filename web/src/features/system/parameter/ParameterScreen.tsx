import type { RowOf } from '@limpid/contract/kit/row';
import { parameter } from '@limpid/contract/system/parameter';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';

const isBuiltIn = ({ configType }: RowOf<typeof parameter>) => configType === 'Y';

/** Secrets have a separate field; built-in parameters cannot become secrets or stop being secrets. */
function isAsked(name: string, values: RowOf<typeof parameter>): boolean {
  const isSecret = values.isSecret === 'Y';
  if (name === 'isSecret') return !isBuiltIn(values);
  if (name === 'configValue') return !isSecret;
  return name !== 'secretValue' || isSecret;
}

export default function ParameterScreen() {
  const { t } = useTranslation();
  const cells: Cells<typeof parameter> = {
    configValue: ({ secretValue, configValue }) =>
      secretValue === true ? (
        <Tag>{t('system.parameter.hidden')}</Tag>
      ) : (
        <EllipsisText text={String(configValue ?? '')} />
      ),
  };
  return <ResourceScreen resource={parameter} cells={cells} isKept={isBuiltIn} isFieldShown={isAsked} />;
}
