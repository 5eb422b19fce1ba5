import { describe, expect, it } from 'vitest';
import { allPermissions, type Caller, type CallerRole, hasPermission } from './caller.ts';
import { isWithinScope, type Scope, scopeOf } from './scope.rule.ts';

const asked = 'site:entity:list';

function role(dataScope: string, facts: Partial<CallerRole> = {}): CallerRole {
  return { roleKey: `scope-${dataScope}`, dataScope, deptIds: [], permissions: [asked], ...facts };
}

function caller(roles: CallerRole[], facts: Partial<Caller> = {}): Caller {
  return {
    userId: 7,
    userName: 'lin',
    nickName: 'Lin',
    avatar: null,
    deptId: 30,
    deptName: 'East',
    mustChangePassword: false,
    isPasswordExpired: false,
    roles,
    ...facts,
  };
}

const nothing: Scope = { all: false, userId: 7, deptIds: [], subtreeOf: null, self: false };
const all: Scope = { all: true };
const elsewhere = { permissions: ['site:entity:export'] };

const cases: [title: string, caller: Caller, scope: Scope][] = [
  ['1 reaches everything', caller([role('1')]), all],
  [
    '2 reaches the chosen departments',
    caller([role('2', { deptIds: [4, 5] })]),
    { ...nothing, deptIds: [4, 5] },
  ],
  ['2 without a chosen department reaches nothing', caller([role('2')]), nothing],
  ['3 reaches the own department', caller([role('3')]), { ...nothing, deptIds: [30] }],
  ['4 reaches the own department and those below', caller([role('4')]), { ...nothing, subtreeOf: 30 }],
  ['5 reaches the own records', caller([role('5')]), { ...nothing, self: true }],
  ['an unknown kind reaches nothing', caller([role('9')]), nothing],
  [
    'chosen departments of other kinds do not count',
    caller([role('5', { deptIds: [4] })]),
    { ...nothing, self: true },
  ],
  [
    'several roles reach what any of them reaches',
    caller([role('2', { deptIds: [4, 5] }), role('2', { deptIds: [5, 6] }), role('3'), role('4'), role('5')]),
    { all: false, userId: 7, deptIds: [4, 5, 6, 30], subtreeOf: 30, self: true },
  ],
  ['everything wins over the rest', caller([role('5'), role('1'), role('2', { deptIds: [4] })]), all],
  [
    'a wider role without the permission does not count',
    caller([role('5'), role('1', elsewhere)]),
    { ...nothing, self: true },
  ],
  [
    'a role with every permission counts',
    caller([role('3', { permissions: [allPermissions] })]),
    { ...nothing, deptIds: [30] },
  ],
  [
    'half a wildcard is not a permission',
    caller([role('1', { permissions: ['site:entity:*', 'site:*:*'] })]),
    nothing,
  ],
  [
    'roles that lack the permission reach nothing',
    caller([role('1', elsewhere), role('4', elsewhere)]),
    nothing,
  ],
  ['no role reaches nothing', caller([]), nothing],
  [
    'a person without a department has none of their own',
    caller([role('3'), role('4')], { deptId: null }),
    nothing,
  ],
  ['the super user reaches everything without a role', caller([], { userId: 1 }), all],
];

describe('data scope', () => {
  it.each(cases)('%s', (_, who, scope) => {
    expect(scopeOf(who, asked)).toEqual(scope);
  });
});

describe('a permission', () => {
  it.each([
    ['is held when a role carries it', caller([role('5', elsewhere), role('5')]), true],
    ['is held with every permission', caller([role('5', { permissions: [allPermissions] })]), true],
    ['is held by the super user', caller([], { userId: 1 }), true],
    ['is not held by others', caller([role('1', elsewhere)]), false],
    [
      'is not held in part',
      caller([role('1', { permissions: ['site:entity', 'site:entity:lis', 'SITE:ENTITY:LIST'] })]),
      false,
    ],
    ['is not held without a role', caller([]), false],
  ])('%s', (_, who, held) => {
    expect(hasPermission(who, asked)).toBe(held);
  });
});

describe('a scope', () => {
  const scope = (facts: Partial<Extract<Scope, { all: false }>> = {}): Scope => ({
    all: false,
    userId: 7,
    deptIds: [],
    subtreeOf: null,
    self: false,
    ...facts,
  });
  const below = scope({ subtreeOf: 5 });
  it.each<[string, Scope, Scope, boolean]>([
    ['everything is within everything', { all: true }, { all: true }, true],
    ['everything is within no part', { all: true }, below, false],
    ['a part is within everything', below, { all: true }, true],
    ['the own department is within own and below', scope({ deptIds: [5] }), below, true],
    ['own and below is not within the own department', below, scope({ deptIds: [5] }), false],
    ['another department is not within own and below', scope({ deptIds: [5, 6] }), below, false],
    ['some departments are within more of them', scope({ deptIds: [5] }), scope({ deptIds: [6, 5] }), true],
    ['the own record is within own and below', scope({ self: true }), below, true],
    ['the own record is not within other departments', scope({ self: true }), scope({ deptIds: [5] }), false],
    ['nothing is within anything', scope(), scope(), true],
  ])('%s', (_, one, other, isWithin) => {
    expect(isWithinScope(one, other)).toBe(isWithin);
  });
});
