import { create } from 'zustand';
import { useSession } from '../api/session.ts';
import { readCookie, writeCookie } from '../lib/cookies.ts';
import {
  type Appearance,
  defaultAppearance,
  parseAppearance,
  parseControlSize,
} from './settings/appearance.ts';

const year = 365;
const panelKey = 'limpid:settings-panel';
/** The last user of this device, whose appearance applies until another user logs in. */
const personKey = 'limpid:person';
const lookKey = (person: string) => `limpid:${person}:look`;

const readOffer = () => localStorage.getItem(panelKey) === '1';
export const readPerson = () => localStorage.getItem(personKey) ?? '';
const readChoices = (): Partial<Appearance> => parseAppearance(localStorage.getItem(lookKey(readPerson())));

/** Theme mode and size always apply; the rest only while the installation offers the settings panel. */
function readAppearance(): Appearance {
  const {
    mode = defaultAppearance.mode,
    size = parseControlSize(readCookie('size')) ?? defaultAppearance.size,
    ...rest
  } = readChoices();
  return { ...defaultAppearance, ...(readOffer() && rest), mode, size };
}

interface Preferences extends Appearance {
  /** Whether this installation offers the settings panel. */
  panel: boolean;
  sidebarOpen: boolean;
}

export const usePreferences = create<Preferences>()(() => ({
  ...readAppearance(),
  panel: readOffer(),
  sidebarOpen: readCookie('sidebarStatus') !== '0',
}));

function storeChoices(choices: Partial<Appearance>): void {
  localStorage.setItem(lookKey(readPerson()), JSON.stringify(choices));
  const size = choices.size ?? defaultAppearance.size;
  if (size !== readCookie('size')) writeCookie('size', size, year);
  usePreferences.setState(readAppearance());
}

export function changeAppearance(change: Partial<Appearance>): void {
  storeChoices({ size: usePreferences.getState().size, ...readChoices(), ...change });
}

export function resetAppearance(): void {
  storeChoices({});
}

/** Stored, so that the next page starts correctly before the server has responded. */
export function offerPanel(panel: boolean): void {
  if (panel === readOffer()) return;
  localStorage.setItem(panelKey, panel ? '1' : '0');
  usePreferences.setState({ ...readAppearance(), panel });
}

export function openSidebar(sidebarOpen: boolean): void {
  writeCookie('sidebarStatus', sidebarOpen ? '1' : '0', year);
  usePreferences.setState({ sidebarOpen });
}

useSession.subscribe(({ user }) => {
  if (!user || user.userName === readPerson()) return;
  const isFirst = readPerson() === '';
  localStorage.setItem(personKey, user.userName);
  // A size chosen before the first login belongs to this user; one of another user does not.
  if (isFirst) usePreferences.setState(readAppearance());
  else storeChoices(readChoices());
});

// Follows changes of other tabs.
addEventListener('storage', ({ key }) => {
  if (key === panelKey || key === lookKey(readPerson())) {
    usePreferences.setState({ ...readAppearance(), panel: readOffer() });
  }
});
