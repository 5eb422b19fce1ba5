import { afterAll, beforeAll, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { findEscalations, type GrantChange } from './grant-sequence.fixture.ts';
import {
  makeOrganisation,
  readOrganisation,
  sendChange,
  storeOrganisation,
} from './grant-sequence-http.fixture.ts';

let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

interface Path {
  name: string;
  /** The role named in the error. */
  error: string;
  role: number;
  /** The data scope of role 2, through which the caller has `x:one:list`. */
  scope: string;
  change: (base: number) => GrantChange;
}

/** Each change grants `x:one:list` in departments where the caller does not have it. */
const paths: Path[] = [
  {
    name: 'moving oneself to another department',
    error: 'grant.department',
    role: 2,
    scope: '3',
    change: (base) => ({ kind: 'moveUser', userId: base + 1, deptId: base + 5 }),
  },
  {
    name: 'moving another holder of a role to another department',
    error: 'grant.department',
    role: 2,
    scope: '3',
    change: (base) => ({ kind: 'moveUser', userId: base + 2, deptId: base + 5 }),
  },
  {
    name: 'writing a permission into a menu of a wider role',
    error: 'grant.menu_role',
    role: 1,
    scope: '3',
    change: (base) => ({ kind: 'setPerms', menuId: base + 3, perms: ['x:two:list', 'x:one:list'] }),
  },
  {
    name: 'moving a department below the own one',
    error: 'grant.department_move',
    role: 2,
    scope: '4',
    change: (base) => ({ kind: 'moveDept', deptId: base + 5, parentId: base + 2 }),
  },
];

async function play(scope: string, makeChange: (base: number) => GrantChange) {
  const stored = { tag: `p${++count}.`, base: 10_000 * count };
  const organisation = makeOrganisation({ scope });
  organisation.users[2] = { deptId: 2, roleIds: [2], on: true };
  await storeOrganisation(t, stored, organisation);
  const before = await readOrganisation(t, stored);
  const userId = stored.base + 1;
  const body = await sendChange(t, stored, { userId, change: makeChange(stored.base), now: before });
  const after = await readOrganisation(t, stored);
  const nameOf = (role: number) => `${stored.tag}${stored.base + role}`;
  return {
    body,
    nameOf,
    escalations: findEscalations(before, after, [userId]),
    isSame: isEqual(before, after),
  };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

it.each(paths)('$name is rejected if it exceeds the caller', async (path) => {
  const { body, nameOf, escalations, isSame } = await play(path.scope, path.change);
  expect(escalations).toEqual([]);
  const msg = translate('zh', `errors.${path.error}`, { name: nameOf(path.role) });
  expect(body).toMatchObject({ code: 500, msg });
  expect(isSame).toBe(true);
});

it.each(paths)('$name is allowed if the caller holds as much everywhere', async ({ change }) => {
  const { body, escalations, isSame } = await play('1', change);
  expect([body.code, escalations, isSame]).toEqual([200, [], false]);
});
