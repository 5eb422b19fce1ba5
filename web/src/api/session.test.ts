import { afterEach, expect, test } from 'vitest';
import { emptySession, hasPermission, hasRole, useSession } from './session.ts';

afterEach(() => useSession.setState(emptySession));

test('any of the listed permissions opens a gate, none keeps it shut', () => {
  useSession.setState({ permissions: ['system:post:list'] });
  expect(hasPermission('system:post:add', 'system:post:list')).toBe(true);
  expect(hasPermission('system:post:add')).toBe(false);
});

test('the wildcard opens every permission gate and the administrator every role gate', () => {
  useSession.setState({ permissions: ['*:*:*'], roles: ['admin'] });
  expect(hasPermission('system:post:add')).toBe(true);
  expect(hasRole('operator')).toBe(true);
});

test('a partial wildcard opens nothing', () => {
  useSession.setState({ permissions: ['system:post:*'] });
  expect(hasPermission('system:post:add')).toBe(false);
});

test('a role gate asks for the role by name', () => {
  useSession.setState({ roles: ['operator'] });
  expect(hasRole('operator', 'auditor')).toBe(true);
  expect(hasRole('auditor')).toBe(false);
});

test('an empty list is a mistake, not an open gate', () => {
  expect(() => hasPermission()).toThrow('at least one');
  expect(() => hasRole()).toThrow('at least one');
});
