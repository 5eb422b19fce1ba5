import { CloseOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullPath } from '../../lib/full-path.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { usePageName } from '../../ui/page-name.ts';
import { contextMenu } from '../dropdown.ts';
import styles from './tabs.module.css';
import type { Tab } from './tabs.ts';

interface Props {
  tab: Tab;
  isActive: boolean;
  menu: MenuProps;
  onClose(): void;
}

export function TabItem({ tab, isActive, menu, onClose }: Props) {
  const { t } = useTranslation();
  const name = usePageName(tab.path);
  const title = name ? `${tab.title} · ${name}` : tab.title;
  const canClose = !tab.pinned;
  const closeByMiddleClick = (event: MouseEvent) => {
    if (event.button !== 1 || !canClose) return;
    event.preventDefault();
    onClose();
  };
  const closeByDelete = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && canClose) onClose();
  };
  return (
    <Dropdown {...contextMenu} menu={menu}>
      <li className={isActive ? `${styles.tab} ${styles.tabActive}` : styles.tab} data-path={tab.path}>
        <Link
          to={fullPath(tab.location)}
          aria-current={isActive ? 'page' : undefined}
          aria-keyshortcuts={canClose ? 'Delete Shift+F10' : 'Shift+F10'}
          draggable={false}
          onAuxClick={closeByMiddleClick}
          onKeyDown={closeByDelete}
        >
          <EllipsisText text={title} />
        </Link>
        {canClose && (
          <button type="button" aria-label={t('shell.tabs.closeNamed', { title })} onClick={onClose}>
            <CloseOutlined />
          </button>
        )}
      </li>
    </Dropdown>
  );
}
