import type { Location } from 'react-router';
import { fullPath } from '../../lib/full-path.ts';

export interface Tab {
  path: string;
  /** The address the view was last opened with. */
  location: Location;
  title: string;
  pinned: boolean;
  noCache: boolean;
  /** Incremented by a refresh to remount the view. */
  version: number;
}

export type OpenView = Omit<Tab, 'version'>;

/** Adds a tab for the view or updates it; returns the same list if nothing changes. */
export function openTab(tabs: readonly Tab[], view: OpenView): readonly Tab[] {
  const existing = tabs.find((tab) => tab.path === view.path);
  if (!existing) return [...tabs, { ...view, version: 0 }];
  const isSame = fullPath(existing.location) === fullPath(view.location) && existing.title === view.title;
  if (isSame) return tabs;
  return tabs.map((tab) => (tab === existing ? { ...view, version: existing.version } : tab));
}

export function refreshTab(tabs: readonly Tab[], path: string): readonly Tab[] {
  return tabs.map((tab) => (tab.path === path ? { ...tab, version: tab.version + 1 } : tab));
}

export function closeTab(tabs: readonly Tab[], path: string): readonly Tab[] {
  return tabs.filter((tab) => tab.path !== path || tab.pinned);
}

export function closeTabsExcept(tabs: readonly Tab[], path: string): readonly Tab[] {
  return tabs.filter((tab) => tab.path === path || tab.pinned);
}

export function closeAllTabs(tabs: readonly Tab[]): readonly Tab[] {
  return tabs.filter((tab) => tab.pinned);
}

/** Where to navigate after tabs were closed: undefined if the active one is open, else the last tab. */
export function addressAfterClosing(tabs: readonly Tab[], active: string): string | undefined {
  if (tabs.some((tab) => tab.path === active)) return undefined;
  const last = tabs.at(-1);
  return last ? fullPath(last.location) : '/';
}
