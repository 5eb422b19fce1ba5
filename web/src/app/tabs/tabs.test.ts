import { expect, test } from 'vitest';
import {
  addressAfterClosing,
  closeAllTabs,
  closeTab,
  closeTabsExcept,
  openTab,
  refreshTab,
  type Tab,
} from './tabs.ts';

const view = (path: string, search = '', pinned = false) => ({
  path,
  title: path,
  pinned,
  noCache: false,
  location: { pathname: path, search, hash: '', state: null, key: 'k', mask: undefined },
});
const open = (...views: ReturnType<typeof view>[]) => views.reduce<readonly Tab[]>(openTab, []);
const paths = (tabs: readonly Tab[]) => tabs.map((tab) => tab.path);
const three = open(view('/index', '', true), view('/a'), view('/b'));

test('adds a new view at the end and keeps the position of a known one', () => {
  expect(paths(openTab(three, view('/c')))).toEqual(['/index', '/a', '/b', '/c']);
  expect(openTab(three, view('/a'))).toBe(three);
});

test('updates the tab of a path with another query in place', () => {
  const tabs = openTab(three, view('/a', '?x=1'));
  expect(paths(tabs)).toEqual(['/index', '/a', '/b']);
  expect(tabs[1]?.location.search).toBe('?x=1');
});

test('remounts a refreshed view', () => {
  expect(refreshTab(three, '/a').map((tab) => tab.version)).toEqual([0, 1, 0]);
});

test('never closes pinned tabs', () => {
  expect(paths(closeTab(three, '/index'))).toEqual(['/index', '/a', '/b']);
  expect(paths(closeTabsExcept(three, '/b'))).toEqual(['/index', '/b']);
  expect(paths(closeAllTabs(three))).toEqual(['/index']);
});

test('navigates from a closed active tab to the last tab, or home', () => {
  expect(addressAfterClosing(closeTab(three, '/a'), '/a')).toBe('/b');
  expect(addressAfterClosing(closeTab(three, '/a'), '/b')).toBeUndefined();
  expect(addressAfterClosing([], '/b')).toBe('/');
});
