import { describe, expect, it } from 'vitest';
import type { Caller, CallerRole } from '../auth/caller.ts';
import { mayHear, mayListen, readRequest, readScopes } from './audience.rule.ts';

const permission = 'alarm:log:list';
const role = (dataScope: string, deptIds: number[] = [], permissions = [permission]): CallerRole => ({
  roleKey: 'any',
  dataScope,
  deptIds,
  permissions,
});
const caller = (...roles: CallerRole[]): Caller => ({
  userId: 7,
  userName: 'seven',
  nickName: 'seven',
  avatar: null,
  deptId: 200,
  deptName: null,
  mustChangePassword: false,
  isPasswordExpired: false,
  roles,
});

// 100 ─ 200 ─ 210, and 300 beside 200.
const lines = { 100: [100, 0], 200: [200, 100, 0], 210: [210, 200, 100, 0], 300: [300, 100, 0] };

describe('who may listen at a department and hear of one below it', () => {
  it.each([
    ['everything', role('1'), [100, 200, 210, 300]],
    ['chosen departments', role('2', [300]), [300]],
    ['the own department', role('3'), [200]],
    ['the own department and below', role('4'), [200, 210]],
    ['own records, which are no department', role('5'), []],
    ['everything, with another permission', role('1', [], ['system:post:list']), []],
  ])('%s', (_name, held, reached) => {
    const scopes = readScopes(caller(held));
    const heard = Object.values(lines).filter((line) => mayListen({ scopes, ownDeptId: null }, line));
    expect(heard.map(([dept]) => dept)).toEqual(reached);
    const fromAbove = Object.values(lines).filter((line) =>
      mayHear({ deptId: 100, scopes }, { topic: 'alarm', line }),
    );
    expect(fromAbove.map(([dept]) => dept)).toEqual(reached);
  });

  it('hears nothing from beside or above, whatever the scope', () => {
    const listener = { deptId: 200, scopes: readScopes(caller(role('1'))) };
    const heard = Object.values(lines).filter((line) => mayHear(listener, { topic: 'alarm:9', line }));
    expect(heard.map(([dept]) => dept)).toEqual([200, 210]);
    expect(mayHear(listener, { topic: 'unheard', line: lines[200] })).toBe(false);
    expect(mayListen({ ...listener, ownDeptId: 200 }, undefined)).toBe(false);
  });
});

it('may listen at the own department without any right, and hears nothing of it', () => {
  const scopes = readScopes(caller(role('1', [], ['system:post:list'])));
  const own = Object.values(lines).filter((line) => mayListen({ scopes, ownDeptId: 200 }, line));
  expect(own.map(([dept]) => dept)).toEqual([200]);
  expect(mayHear({ deptId: 200, scopes }, { topic: 'alarm', line: lines[200] })).toBe(false);
});

it.each([
  ['{}', {}],
  ['{"show":["alarm","site:12"],"since":0}', { show: ['alarm', 'site:12'], since: 0 }],
  ['{"token":"t","other":1}', { token: 't' }],
  ['', undefined],
  ['[]', undefined],
  ['null', undefined],
  ['{"since":-1}', undefined],
  ['{"since":1.5}', undefined],
  ['{"since":"1"}', undefined],
  ['{"since":9007199254740993}', undefined],
  ['{"show":"alarm"}', undefined],
  ['{"show":[1]}', undefined],
  ['{"show":["a b"]}', undefined],
  ['{"show":["a","b","c"]}', undefined],
  ['{"show":["a","site:1","site:2","b"]}', { show: ['a', 'site:1', 'site:2', 'b'] }],
  ['{"show":["site:1","site:2","site:3"]}', undefined],
  ['{"show":["site:x","site:y","site"]}', undefined],
  ['{"token":{}}', undefined],
])('reads %s', (text, request) => {
  expect(readRequest(text, { topics: 2, things: 2 })).toEqual(request);
});
