import { afterEach, expect, test } from 'vitest';
import { emptySession, hasPermission, hasRole, useSession } from './session.ts';

afterEach(() => useSession.setState(emptySession));

test('allows a session with any of the listed permissions', () => {
  useSession.setState({ permissions: ['system:post:list'] });
  expect(hasPermission('system:post:add', 'system:post:list')).toBe(true);
  expect(hasPermission('system:post:add')).toBe(false);
});

test('allows the wildcard every permission and the administrator every role', () => {
  useSession.setState({ permissions: ['*:*:*'], roles: ['admin'] });
  expect(hasPermission('system:post:add')).toBe(true);
  expect(hasRole('operator')).toBe(true);
});

test('ignores partial wildcards', () => {
  useSession.setState({ permissions: ['system:post:*'] });
  expect(hasPermission('system:post:add')).toBe(false);
});

test('allows a role by its name', () => {
  useSession.setState({ roles: ['operator'] });
  expect(hasRole('operator', 'auditor')).toBe(true);
  expect(hasRole('auditor')).toBe(false);
});

test('rejects an empty list', () => {
  expect(() => hasPermission()).toThrow('at least one');
  expect(() => hasRole()).toThrow('at least one');
});
