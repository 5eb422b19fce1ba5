import { expect, it } from 'vitest';
import { emptySession, type Session } from '../../api/session.ts';
import { chooseHome } from './choose-home.ts';

const permissions = ['map:site:list', 'data:realtime:list'];
const session = (changes: Partial<Session>, userName = 'mei'): Session => ({
  ...emptySession,
  permissions,
  // Of a person only the name is asked for.
  user: { userName } as Session['user'],
  ...changes,
});
const keptFrom = (names: unknown) => ({ customConfig: { UNLOAD_MAP_USER: names } });

it('who may see the map has it as the home page', () => {
  expect(chooseHome(session({}))).toBe('map');
  expect(chooseHome(session(keptFrom('')))).toBe('map');
  expect(chooseHome(session({ permissions: ['data:realtime:list'] }))).toBe('index');
});

it('the map is not loaded for the users that UNLOAD_MAP_USER names: they land on the table', () => {
  expect(chooseHome(session(keptFrom('mei')))).toBe('table');
  expect(chooseHome(session(keptFrom('ana, mei ,li')))).toBe('table');
  expect(chooseHome(session(keptFrom('ana，mei')))).toBe('table');
  expect(chooseHome(session({ ...keptFrom('mei'), permissions: ['*:*:*'] }))).toBe('table');
  expect(chooseHome(session(keptFrom('mei2,ana')))).toBe('map');
});

it('who may see neither map nor table has the plain home page', () => {
  expect(chooseHome(session({ ...keptFrom('mei'), permissions: ['map:site:list'] }))).toBe('index');
});
