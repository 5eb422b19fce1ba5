import { CloseCircleOutlined, CloseOutlined, MinusCircleOutlined, ReloadOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Tab } from './tabs.ts';
import type { TabActions } from './use-tabs.ts';

/** The actions of a tab, for its context menu and for the button at the end of the bar. */
export function useTabMenu(actions: TabActions, tabs: readonly Tab[]): (tab: Tab) => MenuProps {
  const { t } = useTranslation();
  return (tab) => {
    const hasOthers = tabs.some((other) => other !== tab && !other.pinned);
    const canClose = tabs.some((other) => !other.pinned);
    return {
      items: [
        { key: 'refresh', icon: <ReloadOutlined aria-hidden />, label: t('shell.tabs.refresh') },
        {
          key: 'close',
          icon: <CloseOutlined aria-hidden />,
          label: t('shell.tabs.close'),
          disabled: tab.pinned,
        },
        {
          key: 'closeOthers',
          icon: <MinusCircleOutlined aria-hidden />,
          label: t('shell.tabs.closeOthers'),
          disabled: !hasOthers,
        },
        {
          key: 'closeAll',
          icon: <CloseCircleOutlined aria-hidden />,
          label: t('shell.tabs.closeAll'),
          disabled: !canClose,
        },
      ],
      onClick: ({ key, domEvent }) => {
        domEvent.stopPropagation();
        if (key === 'refresh') actions.refresh(tab);
        else if (key === 'close') actions.close(tab);
        else if (key === 'closeOthers') actions.closeOthers(tab);
        else actions.closeAll();
      },
    };
  };
}
