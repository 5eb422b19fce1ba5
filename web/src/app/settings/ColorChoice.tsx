import { CheckOutlined } from '@ant-design/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type ThemeColor, themeColors } from './appearance.ts';
import styles from './settings.module.css';

interface Props {
  chosen: ThemeColor;
  onChoose(color: ThemeColor): void;
}

// Object.keys does not know the type of the keys.
const names = Object.keys(themeColors) as ThemeColor[];

export function ColorChoice({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <fieldset className={styles.colors}>
      <legend>{t('shell.settings.color.title')}</legend>
      {names.map((name) => (
        <label key={name} title={t(`shell.settings.color.${name}`)}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            aria-label={t(`shell.settings.color.${name}`)}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <span style={{ background: themeColors[name].swatch }}>
            {name === chosen && <CheckOutlined aria-hidden />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
