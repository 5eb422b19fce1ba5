import { FontSizeOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { changeAppearance, usePreferences } from '../preferences.ts';
import { controlSizes, parseControlSize } from '../settings/appearance.ts';
import { useSizeNames } from '../settings/use-size-names.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import styles from './top-bar.module.css';

export function SizeMenu() {
  const { t } = useTranslation();
  const chosen = usePreferences((preferences) => preferences.size);
  const names = useSizeNames();
  return (
    <ChoiceMenu
      name={t('shell.size.title')}
      icon={<FontSizeOutlined />}
      choices={controlSizes.map((size) => ({ key: size, label: names[size] }))}
      chosen={chosen}
      onChoose={(key) => changeAppearance({ size: parseControlSize(key) })}
      className={styles.wideOnly}
    />
  );
}
