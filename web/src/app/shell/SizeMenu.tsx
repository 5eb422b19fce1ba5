import { FontSizeOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { chooseLook, usePreferences } from '../preferences.ts';
import { parseSize, sizes } from '../settings/look.ts';
import { useSizeNames } from '../settings/use-size-names.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';

export function SizeMenu() {
  const { t } = useTranslation();
  const chosen = usePreferences((preferences) => preferences.size);
  const names = useSizeNames();
  return (
    <ChoiceMenu
      name={t('shell.size.title')}
      icon={<FontSizeOutlined />}
      choices={sizes.map((size) => ({ key: size, label: names[size] }))}
      chosen={chosen}
      onChoose={(key) => chooseLook({ size: parseSize(key) })}
      className="shell-wide-only"
    />
  );
}
