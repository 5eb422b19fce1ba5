import { describe, expect, it } from 'vitest';
import { allPermissions, type Caller, type CallerRole, hasPermission } from './caller.ts';
import { computeScope, isWithinScope, type Scope } from './scope.rule.ts';

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
  ['is everything with kind 1', caller([role('1')]), all],
  [
    'is the chosen departments with kind 2',
    caller([role('2', { deptIds: [4, 5] })]),
    { ...nothing, deptIds: [4, 5] },
  ],
  ['is empty with kind 2 and no chosen department', caller([role('2')]), nothing],
  ['is the own department with kind 3', caller([role('3')]), { ...nothing, deptIds: [30] }],
  ['is the own department and those below with kind 4', caller([role('4')]), { ...nothing, subtreeOf: 30 }],
  ['is the own records with kind 5', caller([role('5')]), { ...nothing, self: true }],
  ['is empty with an unknown kind', caller([role('9')]), nothing],
  [
    'ignores chosen departments of other kinds',
    caller([role('5', { deptIds: [4] })]),
    { ...nothing, self: true },
  ],
  [
    'is the union of several roles',
    caller([role('2', { deptIds: [4, 5] }), role('2', { deptIds: [5, 6] }), role('3'), role('4'), role('5')]),
    { all: false, userId: 7, deptIds: [4, 5, 6, 30], subtreeOf: 30, self: true },
  ],
  [
    'is everything if one role reaches everything',
    caller([role('5'), role('1'), role('2', { deptIds: [4] })]),
    all,
  ],
  [
    'ignores a wider role without the permission',
    caller([role('5'), role('1', elsewhere)]),
    { ...nothing, self: true },
  ],
  [
    'includes a role with every permission',
    caller([role('3', { permissions: [allPermissions] })]),
    { ...nothing, deptIds: [30] },
  ],
  [
    'ignores roles with half a wildcard as permission',
    caller([role('1', { permissions: ['site:entity:*', 'site:*:*'] })]),
    nothing,
  ],
  ['is empty if no role has the permission', caller([role('1', elsewhere), role('4', elsewhere)]), nothing],
  ['is empty without a role', caller([]), nothing],
  [
    'is empty for the own department of a user without one',
    caller([role('3'), role('4')], { deptId: null }),
    nothing,
  ],
  ['is everything for the super user without a role', caller([], { userId: 1 }), all],
];

describe('the data scope of a caller', () => {
  it.each(cases)('%s', (_, who, scope) => {
    expect(computeScope(who, asked)).toEqual(scope);
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

describe('isWithinScope', () => {
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
    ['finds everything within everything', { all: true }, { all: true }, true],
    ['finds everything outside a part', { all: true }, below, false],
    ['finds a part within everything', below, { all: true }, true],
    ['finds the own department within own and below', scope({ deptIds: [5] }), below, true],
    ['finds own and below outside the own department', below, scope({ deptIds: [5] }), false],
    ['finds another department outside own and below', scope({ deptIds: [5, 6] }), below, false],
    ['finds some departments within more of them', scope({ deptIds: [5] }), scope({ deptIds: [6, 5] }), true],
    ['finds the own record within own and below', scope({ self: true }), below, true],
    ['finds the own record outside other departments', scope({ self: true }), scope({ deptIds: [5] }), false],
    ['finds an empty scope within any other', scope(), scope(), true],
  ])('%s', (_, one, other, isWithin) => {
    expect(isWithinScope(one, other)).toBe(isWithin);
  });
});
