import { FontSizeOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { chooseSize, sizes, usePreferences } from '../preferences.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';

export function SizeMenu() {
  const { t } = useTranslation();
  const chosen = usePreferences((preferences) => preferences.size);
  const names = {
    default: t('shell.size.default'),
    medium: t('shell.size.medium'),
    small: t('shell.size.small'),
    mini: t('shell.size.mini'),
  };
  return (
    <ChoiceMenu
      name={t('shell.size.title')}
      icon={<FontSizeOutlined />}
      choices={sizes.map((size) => ({ key: size, label: names[size] }))}
      chosen={chosen}
      onChoose={(key) => chooseSize(sizes.find((size) => size === key) ?? 'medium')}
      className="shell-wide-only"
    />
  );
}
