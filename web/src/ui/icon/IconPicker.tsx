import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconGrid } from './IconGrid.tsx';
import styles from './icon-picker.module.css';
import { MenuIcon } from './MenuIcon.tsx';

interface IconPickerProps {
  /** The label of the field. */
  label: string;
  id?: string;
  value?: string | null;
  onChange?: (name: string) => void;
}

/** The stored value for no icon. */
const none = '#';

/** Chooses one of the icons of the console. */
export function IconPicker({ label, id, value, onChange }: IconPickerProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const chosen = value && value !== none ? value : undefined;
  const shownName = chosen ?? t('kit.icons.none');

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function pick(name: string | undefined) {
    onChange?.(name ?? none);
    close();
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      arrow={false}
      content={<IconGrid chosen={chosen} onPick={pick} onLeave={close} />}
    >
      <Button
        ref={button}
        id={id}
        block
        className={styles.pick}
        aria-label={`${label} ${shownName}`}
        aria-expanded={open}
      >
        {chosen && <MenuIcon name={chosen} />}
        <span className={chosen ? styles.pickName : styles.pickNothing}>{shownName}</span>
        <DownOutlined aria-hidden className={styles.pickArrow} />
      </Button>
    </Popover>
  );
}
