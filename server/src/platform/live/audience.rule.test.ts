import { describe, expect, it } from 'vitest';
import type { Caller, CallerRole } from '../auth/caller.ts';
import { mayListen, mayReceive, parseLiveRequest, readScopes } from './audience.rule.ts';

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
const paths = { 100: [100, 0], 200: [200, 100, 0], 210: [210, 200, 100, 0], 300: [300, 100, 0] };

describe('a listener at a department', () => {
  it.each([
    ['everything', role('1'), [100, 200, 210, 300]],
    ['chosen departments', role('2', [300]), [300]],
    ['their own department', role('3'), [200]],
    ['their own department and below', role('4'), [200, 210]],
    ['own records, which include no department', role('5'), []],
    ['everything, with another permission', role('1', [], ['system:post:list']), []],
  ])('is limited to the data scope: %s', (_name, held, reached) => {
    const scopes = readScopes(caller(held));
    const heard = Object.values(paths).filter((path) => mayListen({ scopes, ownDeptId: null }, path));
    expect(heard.map(([dept]) => dept)).toEqual(reached);
    const fromAbove = Object.values(paths).filter((path) =>
      mayReceive({ deptId: 100, ownDeptId: 200, scopes }, { topic: 'alarm', path }),
    );
    expect(fromAbove.map(([dept]) => dept)).toEqual(reached);
    const atOwn = Object.values(paths).filter((path) =>
      mayReceive({ deptId: 200, ownDeptId: 200, scopes }, { topic: 'alarm', path }),
    );
    expect(atOwn.map(([dept]) => dept)).toEqual(reached);
  });

  it('receives nothing of siblings or ancestors, whatever the scope, unless it is their own', () => {
    const listener = { deptId: 200, ownDeptId: 300, scopes: readScopes(caller(role('1'))) };
    const heard = Object.values(paths).filter((path) => mayReceive(listener, { topic: 'alarm:9', path }));
    expect(heard.map(([dept]) => dept)).toEqual([200, 210]);
    expect(mayReceive(listener, { topic: 'unheard', path: paths[200] })).toBe(false);
    expect(mayReceive({ ...listener, ownDeptId: 200 }, { topic: 'alarm', path: paths[300] })).toBe(true);
    expect(mayListen({ ...listener, ownDeptId: 200 }, undefined)).toBe(false);
  });
});

it('a user may listen at their own department without permissions, and receives none of its messages', () => {
  const scopes = readScopes(caller(role('1', [], ['system:post:list'])));
  const own = Object.values(paths).filter((path) => mayListen({ scopes, ownDeptId: 200 }, path));
  expect(own.map(([dept]) => dept)).toEqual([200]);
  expect(mayReceive({ deptId: 200, ownDeptId: 200, scopes }, { topic: 'alarm', path: paths[200] })).toBe(
    false,
  );
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
  expect(parseLiveRequest(text, { topics: 2, items: 2 })).toEqual(request);
});
