import { Button, Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { buttonMenu } from '../dropdown.ts';

interface Props {
  name: string;
  icon: ReactNode;
  menu: MenuProps;
  className?: string;
}

/** An icon button with a menu. Its name is a `title`, because a tooltip would cover the menu. */
export function MenuButton({ name, icon, menu, className }: Props) {
  return (
    <Dropdown {...buttonMenu} menu={menu}>
      <Button
        type="text"
        icon={icon}
        title={name}
        aria-label={name}
        aria-haspopup="menu"
        rootClassName={className}
      />
    </Dropdown>
  );
}
