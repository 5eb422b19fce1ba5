import { LineChartOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconButton } from '../ui/IconButton.tsx';
import { useSiteLinks } from './site-screens.ts';

interface SiteMenuProps {
  siteId: number;
  siteName: string;
}

/** A button that lists the screens of a site; nothing if the user may open none of them. */
export function SiteMenu({ siteId, siteName }: SiteMenuProps) {
  const { t } = useTranslation();
  const links = useSiteLinks(t)(siteId);
  // A list has a hundred of these, so the menu exists only once it is used.
  const [isOpen, setOpen] = useState<boolean>();
  if (links.length === 0) return null;
  const button = (
    <IconButton
      name={t('data.siteScreens.open', { name: siteName })}
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
