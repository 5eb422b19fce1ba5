import { UndoOutlined } from '@ant-design/icons';
import { Button, Drawer, Radio, Segmented, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { toRem } from '../../ui/scale.ts';
import { changeAppearance, resetAppearance, usePreferences } from '../preferences.ts';
import { controlSizes, themeModes } from './appearance.ts';
import { ColorChoice } from './ColorChoice.tsx';
import styles from './settings.module.css';
import { useModeNames } from './use-mode-names.ts';
import { useSizeNames } from './use-size-names.ts';

interface Props {
  open: boolean;
  onClose(): void;
  onClosed(): void;
}

/** The appearance of the console for this user: changes apply at once and are stored. */
export function SettingsPanel({ open, onClose, onClosed }: Props) {
  const { t } = useTranslation();
  const look = usePreferences();
  const modeNames = useModeNames();
  const sizeNames = useSizeNames();
  return (
    <Drawer
      open={open}
      title={t('shell.settings.title')}
      size={`min(${toRem(360)}, 100vw)`}
      rootClassName={styles.panel}
      // No mask, so that the effect of a choice is visible.
      styles={{ mask: { background: 'none' } }}
      onClose={onClose}
      afterOpenChange={(isOpen) => isOpen || onClosed()}
      footer={
        <Button block icon={<UndoOutlined aria-hidden />} onClick={resetAppearance}>
          {t('shell.settings.reset')}
        </Button>
      }
    >
      <ColorChoice chosen={look.color} onChoose={(color) => changeAppearance({ color })} />
      <Labelled title={t('shell.settings.mode.title')}>
        <Segmented
          block
          aria-label={t('shell.settings.mode.title')}
          options={themeModes.map((mode) => ({ value: mode, label: modeNames[mode] }))}
          value={look.mode}
          onChange={(mode) => changeAppearance({ mode })}
        />
      </Labelled>
      <Labelled title={t('shell.size.title')}>
        <Radio.Group
          className={styles.sizes}
          aria-label={t('shell.size.title')}
          options={controlSizes.map((size) => ({ value: size, label: sizeNames[size] }))}
          value={look.size}
          onChange={({ target }) => changeAppearance({ size: target.value })}
        />
      </Labelled>
      <Labelled title={t('shell.settings.layout')}>
        <Toggle
          text={t('shell.settings.tabs')}
          isOn={look.tabs}
          onTurn={(tabs) => changeAppearance({ tabs })}
        />
        <Toggle
          text={t('shell.settings.fixedHeader')}
          isOn={look.fixedHeader}
          onTurn={(fixedHeader) => changeAppearance({ fixedHeader })}
        />
        <Toggle
          text={t('shell.settings.logo')}
          isOn={look.logo}
          onTurn={(logo) => changeAppearance({ logo })}
        />
      </Labelled>
      <p className={styles.hint}>{t('shell.settings.hint')}</p>
    </Drawer>
  );
}

function Labelled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Toggle({ text, isOn, onTurn }: { text: string; isOn: boolean; onTurn(isOn: boolean): void }) {
  const id = useId();
  return (
    <div className={styles.toggle}>
      <label htmlFor={id}>{text}</label>
      <Switch id={id} checked={isOn} onChange={onTurn} />
    </div>
  );
}
