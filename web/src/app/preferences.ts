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
/** Who last used this device: until somebody else is known, the login page included, it looks as they left it. */
const personKey = 'limpid:person';
const lookKey = (person: string) => `limpid:${person}:look`;

const readOffer = () => localStorage.getItem(panelKey) === '1';
const readPerson = () => localStorage.getItem(personKey) ?? '';
const readChoices = (): Partial<Appearance> => parseAppearance(localStorage.getItem(lookKey(readPerson())));

/** Theme and size are everybody's to choose; the rest counts while the installation offers its panel. */
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

/** Remembered, so that the next page starts right before the server has been asked. */
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
  // A size chosen before anybody was known is theirs; another person's is not.
  if (isFirst) usePreferences.setState(readAppearance());
  else storeChoices(readChoices());
});

// Another tab of this browser has chosen.
addEventListener('storage', ({ key }) => {
  if (key === panelKey || key === lookKey(readPerson())) {
    usePreferences.setState({ ...readAppearance(), panel: readOffer() });
  }
});
