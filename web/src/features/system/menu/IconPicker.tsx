import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuIcon } from '../../../ui/MenuIcon.tsx';
import { IconGrid } from './IconGrid.tsx';
import styles from './menu.module.css';

interface IconPickerProps {
  id?: string;
  value?: string | null;
  onChange?: (name: string) => void;
}

/** What a menu without an icon is stored with. */
const none = '#';

/** Chooses the icon of a menu from those the sidebar can draw. */
export function IconPicker({ id, value, onChange }: IconPickerProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const chosen = value && value !== none ? value : undefined;
  const said = chosen ?? t('system.menu.icons.none');

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
        aria-label={`${t('system.menu.fields.icon')} ${said}`}
        aria-expanded={open}
      >
        {chosen && <MenuIcon name={chosen} />}
        <span className={chosen ? styles.pickName : styles.pickNothing}>{said}</span>
        <DownOutlined aria-hidden className={styles.pickArrow} />
      </Button>
    </Popover>
  );
}
