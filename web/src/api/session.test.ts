import { afterEach, expect, test } from 'vitest';
import { emptySession, hasAnyPermission, hasAnyRole, useSession } from './session.ts';

afterEach(() => useSession.setState(emptySession));

test('allows a session with any of the listed permissions', () => {
  useSession.setState({ permissions: ['system:post:list'] });
  expect(hasAnyPermission('system:post:add', 'system:post:list')).toBe(true);
  expect(hasAnyPermission('system:post:add')).toBe(false);
});

test('allows the wildcard every permission and the administrator every role', () => {
  useSession.setState({ permissions: ['*:*:*'], roles: ['admin'] });
  expect(hasAnyPermission('system:post:add')).toBe(true);
  expect(hasAnyRole('operator')).toBe(true);
});

test('ignores partial wildcards', () => {
  useSession.setState({ permissions: ['system:post:*'] });
  expect(hasAnyPermission('system:post:add')).toBe(false);
});

test('allows a role by its name', () => {
  useSession.setState({ roles: ['operator'] });
  expect(hasAnyRole('operator', 'auditor')).toBe(true);
  expect(hasAnyRole('auditor')).toBe(false);
});

test('rejects an empty list', () => {
  expect(() => hasAnyPermission()).toThrow('at least one');
  expect(() => hasAnyRole()).toThrow('at least one');
});
