import { LineChartOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ScreenLink } from './screen-links.ts';

interface ScreenMenuProps {
  /** What the screens show. */
  name: string;
  links: readonly ScreenLink[];
}

/** A button that lists screens; nothing if the user may open none of them. */
export function ScreenMenu({ name, links }: ScreenMenuProps) {
  const { t } = useTranslation();
  // A list has a hundred of these, so the menu exists only once it is used.
  const [isOpen, setOpen] = useState<boolean>();
  if (links.length === 0) return null;
  const button = (
    <IconButton
      name={t('data.siteScreens.open', { name })}
      size="small"
      icon={<LineChartOutlined aria-hidden />}
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
    />
  );
  if (isOpen === undefined) return button;
  const items = links.map(({ to, text }) => ({ key: to, label: <Link to={to}>{text}</Link> }));
  return (
    <Dropdown open={isOpen} onOpenChange={setOpen} trigger={['click']} menu={{ items }}>
      {button}
    </Dropdown>
  );
}
