import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { fullPath } from '../../lib/full-path.ts';
import {
  addressAfterClosing,
  closeAllTabs,
  closeTab,
  closeTabsExcept,
  type OpenView,
  openTab,
  refreshTab,
  type Tab,
} from './tabs.ts';

const useStore = create<{ tabs: readonly Tab[] }>()(() => ({ tabs: [] }));

/**
 * The open tabs. A view gets its tab on navigation, not on every render: a closed tab must not reappear
 * while the navigation to the next one is under way.
 */
export function useTabs(home: OpenView, current: OpenView | undefined): readonly Tab[] {
  useLayoutEffect(() => {
    useStore.setState(({ tabs }) => {
      const withHome = tabs.length > 0 ? tabs : openTab(tabs, home);
      return { tabs: current ? openTab(withHome, current) : withHome };
    });
  }, [home, current]);
  return useStore((store) => store.tabs);
}

export interface TabActions {
  refresh(tab: Tab): void;
  close(tab: Tab): void;
  closeOthers(tab: Tab): void;
  closeAll(): void;
}

export function useTabActions(activePath: string): TabActions {
  const navigate = useNavigate();
  const keep = (tabs: readonly Tab[]) => {
    useStore.setState({ tabs });
    const next = addressAfterClosing(tabs, activePath);
    if (next !== undefined) void navigate(next);
  };
  return {
    refresh: (tab) => {
      useStore.setState(({ tabs }) => ({ tabs: refreshTab(tabs, tab.path) }));
      void navigate(`/redirect${fullPath(tab.location)}`, { replace: tab.path === activePath });
    },
    close: (tab) => keep(closeTab(useStore.getState().tabs, tab.path)),
    closeOthers: (tab) => {
      useStore.setState(({ tabs }) => ({ tabs: closeTabsExcept(tabs, tab.path) }));
      if (tab.path !== activePath) void navigate(fullPath(tab.location));
    },
    closeAll: () => keep(closeAllTabs(useStore.getState().tabs)),
  };
}
