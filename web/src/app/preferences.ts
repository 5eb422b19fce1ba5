import { create } from 'zustand';
import { readCookie, writeCookie } from '../lib/cookies.ts';

export const sizes = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];

const year = 365;

interface Preferences {
  size: Size;
  sidebarOpen: boolean;
}

export const usePreferences = create<Preferences>()(() => ({
  size: sizes.find((size) => size === readCookie('size')) ?? 'medium',
  sidebarOpen: readCookie('sidebarStatus') !== '0',
}));

export function chooseSize(size: Size): void {
  writeCookie('size', size, year);
  usePreferences.setState({ size });
}

export function openSidebar(sidebarOpen: boolean): void {
  writeCookie('sidebarStatus', sidebarOpen ? '1' : '0', year);
  usePreferences.setState({ sidebarOpen });
}
