import { type GetProp, Menu, type MenuProps } from 'antd';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MenuIcon } from '../../ui/icon/MenuIcon.tsx';
import { useScale } from '../../ui/scale.ts';
import type { ContentRoute } from '../menu/content-routes.ts';
import { groupsAbove, type MenuEntry } from '../menu/menu.ts';
import { SidebarHead } from './SidebarHead.tsx';
import styles from './sidebar.module.css';

interface Props {
  home: ContentRoute;
  menu: MenuEntry[];
  activeKey: string;
  collapsed: boolean;
  /** Only if the sidebar covers the page. */
  onClose: (() => void) | undefined;
}

type Item = GetProp<MenuProps, 'items'>[number];

const isModified = (event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }) =>
  event.ctrlKey || event.metaKey || event.shiftKey;

/** A link, so that it can be opened in a new tab; the menu handles plain clicks. */
function MenuLink({ entry }: { entry: Pick<MenuEntry, 'to' | 'title'> }) {
  const leaveToMenu = (event: MouseEvent) => {
    if (!isModified(event)) event.preventDefault();
  };
  return (
    <a href={entry.to} tabIndex={-1} onClick={leaveToMenu}>
      {entry.title}
    </a>
  );
}

function toItem(entry: MenuEntry, level = 0): Item {
  const icon = level === 0 || entry.icon ? <MenuIcon name={entry.icon} /> : undefined;
  if (entry.children.length === 0) return { key: entry.key, icon, label: <MenuLink entry={entry} /> };
  const children = entry.children.map((child) => toItem(child, level + 1));
  return { key: entry.key, icon, label: entry.title, children };
}

function findEntry(menu: MenuEntry[], key: string): MenuEntry | undefined {
  for (const entry of menu) {
    const found = entry.key === key ? entry : findEntry(entry.children, key);
    if (found) return found;
  }
  return undefined;
}

/** Keeps one branch of submenus open; opening another one or navigating closes it. */
function useOpenGroups(menu: MenuEntry[], activeKey: string) {
  const [choice, setChoice] = useState<{ at: string; open: string[] }>();
  const open = choice?.at === activeKey ? choice.open : groupsAbove(menu, activeKey);
  const change = (keys: string[]) => {
    const opened = keys.find((key) => !open.includes(key));
    setChoice({ at: activeKey, open: opened === undefined ? keys : [...groupsAbove(menu, opened), opened] });
  };
  return { open, change };
}

export function Sidebar({ home, menu, activeKey, collapsed, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const scale = useScale();
  const { open, change } = useOpenGroups(menu, activeKey);
  const homeEntry = { key: home.path, title: home.title, icon: 'dashboard', to: home.path };
  const entries: MenuEntry[] = [{ ...homeEntry, external: false, children: [] }, ...menu];

  const go: MenuProps['onClick'] = ({ key, domEvent }) => {
    const entry = findEntry(entries, key);
    if (!entry || isModified(domEvent)) return;
    // Enter would also click the link.
    domEvent.preventDefault();
    if (entry.external) window.open(entry.to, '_blank', 'noopener,noreferrer');
    else void navigate(entry.to);
  };
  return (
    <>
      <SidebarHead collapsed={collapsed} onClose={onClose} />
      <nav className={styles.menu} aria-label={t('shell.menu')}>
        <Menu
          theme="dark"
          mode="inline"
          inlineIndent={20 * scale}
          inlineCollapsed={collapsed}
          items={entries.map((entry) => toItem(entry))}
          selectedKeys={[activeKey]}
          onClick={go}
          {...(!collapsed && { openKeys: open, onOpenChange: change })}
        />
      </nav>
    </>
  );
}
