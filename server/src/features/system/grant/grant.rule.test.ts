import { describe, expect, it } from 'vitest';
import { allPermissions, type Caller, type CallerRole } from '../../../platform/auth/caller.ts';
import {
  findExceeding,
  type GrantedRole,
  grantsOfDepartment,
  grantsOfMenu,
  grantsOfMove,
  grantsOfRole,
  grantsOfUserMove,
} from './grant.rule.ts';

const right = 'system:user:list';
const own = (dataScope: string, facts: Partial<CallerRole> = {}): CallerRole => ({
  roleKey: 'mine',
  dataScope,
  deptIds: [],
  permissions: [right],
  ...facts,
});
const caller = (roles: CallerRole[], userId = 7): Caller => ({
  userId,
  userName: 'lin',
  nickName: 'Lin',
  avatar: null,
  deptId: 110,
  deptName: 'East',
  mustChangePassword: false,
  isPasswordExpired: false,
  roles,
});
const given = (dataScope: string, facts: Partial<GrantedRole> = {}): GrantedRole => ({
  roleName: 'given',
  permissions: [right],
  dataScope,
  deptIds: [],
  ...facts,
});
const below = new Set([110, 111]);

describe('a granted role', () => {
  it.each<[title: string, caller: Caller, role: GrantedRole, exceeds: boolean]>([
    ['never exceeds the super user', caller([], 1), given('1', { permissions: [allPermissions] }), false],
    [
      'never exceeds an administrator',
      caller([own('5', { permissions: [allPermissions] })]),
      given('1'),
      false,
    ],
    [
      'exceeds a caller who lacks one of its permissions',
      caller([own('1')]),
      given('5', { permissions: [right, 'a:b:c'] }),
      true,
    ],
    [
      'exceeds a caller if it has every permission',
      caller([own('1')]),
      given('1', { permissions: [allPermissions] }),
      true,
    ],
    ['exceeds a caller without a role', caller([]), given('5'), true],
    [
      'exceeds a caller without a role even if it has no permission',
      caller([]),
      given('1', { permissions: [] }),
      true,
    ],
    ['does not exceed a caller who has the same', caller([own('4')]), given('4'), false],
    [
      'does not exceed a caller who reaches everything',
      caller([own('1')]),
      given('2', { deptIds: [999] }),
      false,
    ],
    ['exceeds a caller if only the role reaches everything', caller([own('4')]), given('1'), true],
    ['exceeds a caller if only the role reaches departments below', caller([own('3')]), given('4'), true],
    ['does not exceed a caller if it reaches fewer departments', caller([own('4')]), given('3'), false],
    ['exceeds a caller who reaches own records only', caller([own('5')]), given('3'), true],
    ['does not exceed a caller if both reach own records only', caller([own('5')]), given('5'), false],
    [
      'does not exceed a caller with some of their chosen departments',
      caller([own('2', { deptIds: [1, 2] })]),
      given('2', { deptIds: [2] }),
      false,
    ],
    [
      'exceeds a caller with one department more',
      caller([own('2', { deptIds: [1] })]),
      given('2', { deptIds: [1, 2] }),
      true,
    ],
    [
      'does not exceed a caller with departments below their own',
      caller([own('4')]),
      given('2', { deptIds: [111] }),
      false,
    ],
    [
      'exceeds a caller with a department beside their own',
      caller([own('4')]),
      given('2', { deptIds: [120] }),
      true,
    ],
    [
      'does not exceed a caller with their own department',
      caller([own('3')]),
      given('2', { deptIds: [110] }),
      false,
    ],
    [
      'exceeds a caller with a department below that they do not reach',
      caller([own('3')]),
      given('2', { deptIds: [111] }),
      true,
    ],
    [
      'exceeds a caller who reaches as far only with another permission',
      caller([own('5'), own('1', { permissions: ['a:b:c'] })]),
      given('4'),
      true,
    ],
    [
      'exceeds a caller by its scope even without a permission',
      caller([own('4')]),
      given('1', { permissions: [] }),
      true,
    ],
    [
      'does not exceed a caller if it has no permission and no wider scope',
      caller([own('5')]),
      given('5', { permissions: [] }),
      false,
    ],
  ])('%s', (_, who, role, exceeding) => {
    const grants = grantsOfRole({ ...role, holderDeptIds: [] });
    expect(findExceeding(who, grants, below)).toHaveLength(exceeding ? 1 : 0);
  });

  it('is compared by each permission separately', () => {
    const [small, large] = ['5', '1'].map((scope) => grantsOfRole({ ...given(scope), holderDeptIds: [110] }));
    const grants = [...(small ?? []), ...(large ?? [])];
    expect(findExceeding(caller([own('4')]), grants, below)).toEqual(large);
  });
});

describe('the grants of a change', () => {
  const exceeds = (who: Caller, grants: Parameters<typeof findExceeding>[1]) =>
    findExceeding(who, grants, below).length > 0;

  it('of a user’s department include the scopes "own department" only', () => {
    const grants = grantsOfDepartment(
      ['1', '2', '3', '4', '5'].map((scope) => given(scope)),
      120,
    );
    expect(grants.map(({ reach }) => reach)).toEqual([
      { kind: 'departments', deptIds: [120] },
      { kind: 'subtree', deptId: 120 },
    ]);
    expect(exceeds(caller([own('4')]), grants)).toBe(true);
    expect(exceeds(caller([own('4')]), grantsOfDepartment([given('4')], 111))).toBe(false);
    expect(grantsOfDepartment([given('3')], null)).toMatchObject([{ reach: { deptIds: [] } }]);
  });

  it('of a menu’s permission have the scope of each role with the menu', () => {
    const roles = [
      { ...given('1', { permissions: [allPermissions] }), holderDeptIds: [100] },
      { ...given('4', { permissions: [] }), holderDeptIds: [111] },
    ];
    expect(exceeds(caller([own('4')]), grantsOfMenu([right], roles))).toBe(false);
    const wide = { ...given('1', { permissions: [] }), holderDeptIds: [] };
    expect(exceeds(caller([own('4')]), grantsOfMenu([right], [...roles, wide]))).toBe(true);
  });

  it('of a moved department give its subtree to holders of "own and below" in new ancestors', () => {
    const move = { deptId: 120, before: [100], after: [100, 110] };
    const role = { ...given('4'), holderDeptIds: [110, null] };
    expect(exceeds(caller([own('4')]), grantsOfMove([role], move))).toBe(true);
    expect(exceeds(caller([own('1')]), grantsOfMove([role], move))).toBe(false);
    expect(grantsOfMove([{ ...role, holderDeptIds: [100, 130] }], move)).toEqual([]);
    expect(grantsOfMove([{ ...role, dataScope: '3' }], move)).toEqual([]);
  });

  it('of a moved user are the permissions over users that the caller holds in the new department', () => {
    const roles = [
      own('1', { permissions: ['system:user:edit'] }),
      own('3', { permissions: ['system:user:resetPwd'] }),
    ];
    const moved = (from: number | null, to: number | null) =>
      exceeds(caller(roles), grantsOfUserMove(caller(roles), { from, to }, below));
    expect([moved(120, 110), moved(null, 110), moved(110, 120), moved(120, 111)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
