import { MoreOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../bar-controls/MenuButton.tsx';
import { TabItem } from './TabItem.tsx';
import styles from './tabs.module.css';
import type { Tab } from './tabs.ts';
import { useBarScroll } from './use-bar-scroll.ts';
import { useTabMenu } from './use-tab-menu.tsx';
import { useTabActions } from './use-tabs.ts';

interface Props {
  tabs: readonly Tab[];
  activePath: string;
}

export function TabBar({ tabs, activePath }: Props) {
  const { t } = useTranslation();
  const bar = useBarScroll(activePath, tabs.length);
  const actions = useTabActions(activePath);
  const menuOf = useTabMenu(actions, tabs);
  const active = tabs.find((tab) => tab.path === activePath);
  return (
    <nav className={styles.tabs} aria-label={t('shell.tabs.title')}>
      <ul ref={bar}>
        {tabs.map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            isActive={tab.path === activePath}
            menu={menuOf(tab)}
            onClose={() => actions.close(tab)}
          />
        ))}
      </ul>
      {active && <MenuButton name={t('shell.tabs.actions')} icon={<MoreOutlined />} menu={menuOf(active)} />}
    </nav>
  );
}
