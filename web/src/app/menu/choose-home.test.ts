import { expect, it } from 'vitest';
import { emptySession, type Session } from '../../api/session.ts';
import { chooseHome } from './choose-home.ts';

const permissions = ['map:site:list', 'data:realtime:list'];
const session = (changes: Partial<Session>, userName = 'mei'): Session => ({
  ...emptySession,
  permissions,
  // Only the name of the user is read.
  user: { userName } as Session['user'],
  ...changes,
});
const keptFrom = (names: unknown) => ({ customConfig: { UNLOAD_MAP_USER: names } });

it('is the map for users with its permission', () => {
  expect(chooseHome(session({}))).toBe('map');
  expect(chooseHome(session(keptFrom('')))).toBe('map');
  expect(chooseHome(session({ permissions: ['data:realtime:list'] }))).toBe('index');
});

it('is the table for the users in UNLOAD_MAP_USER', () => {
  expect(chooseHome(session(keptFrom('mei')))).toBe('table');
  expect(chooseHome(session(keptFrom('ana, mei ,li')))).toBe('table');
  expect(chooseHome(session(keptFrom('ana，mei')))).toBe('table');
  expect(chooseHome(session({ ...keptFrom('mei'), permissions: ['*:*:*'] }))).toBe('table');
  expect(chooseHome(session(keptFrom('mei2,ana')))).toBe('map');
});

it('is the overview for users with neither permission', () => {
  expect(chooseHome(session({ ...keptFrom('mei'), permissions: ['map:site:list'] }))).toBe('index');
});
