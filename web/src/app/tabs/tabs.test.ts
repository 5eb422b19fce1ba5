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

test('a new view gets a tab at the end, a known one keeps its place', () => {
  expect(paths(openTab(three, view('/c')))).toEqual(['/index', '/a', '/b', '/c']);
  expect(openTab(three, view('/a'))).toBe(three);
});

test('the same path with another query updates its tab in place', () => {
  const tabs = openTab(three, view('/a', '?x=1'));
  expect(paths(tabs)).toEqual(['/index', '/a', '/b']);
  expect(tabs[1]?.location.search).toBe('?x=1');
});

test('a refreshed view starts anew', () => {
  expect(refreshTab(three, '/a').map((tab) => tab.version)).toEqual([0, 1, 0]);
});

test('pinned tabs survive every way of closing', () => {
  expect(paths(closeTab(three, '/index'))).toEqual(['/index', '/a', '/b']);
  expect(paths(closeTabsExcept(three, '/b'))).toEqual(['/index', '/b']);
  expect(paths(closeAllTabs(three))).toEqual(['/index']);
});

test('closing the active tab leads to the last that remains, or home', () => {
  expect(addressAfterClosing(closeTab(three, '/a'), '/a')).toBe('/b');
  expect(addressAfterClosing(closeTab(three, '/a'), '/b')).toBeUndefined();
  expect(addressAfterClosing([], '/b')).toBe('/');
});
