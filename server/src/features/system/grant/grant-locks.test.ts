import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { findEscalations, type GrantChange } from './grant-sequence.fixture.ts';
import {
  makeOrganisation,
  readOrganisation,
  sendChange,
  storeOrganisation,
} from './grant-sequence-http.fixture.ts';

let t: TestApp;
let holder: pg.Client;
let count = 0;
beforeAll(async () => {
  t = await openTestApp();
  holder = new pg.Client(t.connection);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await t.close();
});

async function countWaiting(): Promise<number> {
  const { rows } = await holder.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count;
}

/** `first` is paused between its check and its write to the table; `second` arrives meanwhile. */
interface Race {
  table: string;
  role: { scope: string; menuIds: number[] };
  first: (base: number) => GrantChange;
  second: (base: number) => GrantChange;
}

const give =
  (user: number): Race['first'] =>
  (base) => ({ kind: 'assignRole', roleId: base + 3, userIds: [base + user] });

/** Role 3 has no holder. Each change alone is allowed; both together would grant `x:one:list` beyond the caller. */
const races: [string, Race][] = [
  [
    'a menu for a role and a permission for that menu',
    {
      table: 'sys_role_menu',
      role: { scope: '1', menuIds: [] },
      first: (base) => ({ kind: 'setMenus', roleId: base + 3, menuIds: [base + 5] }),
      second: (base) => ({ kind: 'setPerms', menuId: base + 5, perms: ['x:two:list', 'x:one:list'] }),
    },
  ],
  [
    'a role for a user and a wider data scope for that role',
    {
      table: 'sys_user_role',
      role: { scope: '5', menuIds: [4] },
      first: give(3),
      second: (base) => ({ kind: 'setScope', roleId: base + 3, scope: '3', deptIds: [] }),
    },
  ],
  [
    'a role for a user and another department for that user',
    {
      table: 'sys_user_role',
      role: { scope: '3', menuIds: [4] },
      first: give(2),
      second: (base) => ({ kind: 'moveUser', userId: base + 2, deptId: base + 5 }),
    },
  ],
];

async function prepare({ role }: Race) {
  const stored = { tag: `r${++count}.`, base: 10_000 * count };
  const roles = { 3: { ...role, deptIds: [], on: true } };
  await storeOrganisation(t, stored, makeOrganisation({ roles }));
  const before = await readOrganisation(t, stored);
  const userId = stored.base + 1;
  return {
    request: async (makeChange: Race['first']) =>
      (await sendChange(t, stored, { userId, change: makeChange(stored.base), now: before })).code,
    escalations: async () => findEscalations(before, await readOrganisation(t, stored), [userId]),
  };
}

it.each(races)('allows each of two changes alone: %s', async (_, race) => {
  for (const change of [race.first, race.second]) {
    const { request, escalations } = await prepare(race);
    expect([await request(change), await escalations()]).toEqual([200, []]);
  }
});

it.each(races)('makes the second of two concurrent changes wait and rejects it: %s', async (_, race) => {
  const { request, escalations } = await prepare(race);
  await holder.query(`begin; lock table ${race.table} in share mode`);
  const first = request(race.first);
  let isAnswered = false;
  let second: Promise<number> | undefined;
  try {
    await waitUntil(async () => (await countWaiting()) === 1, 'the first change waits');
    second = request(race.second).finally(() => (isAnswered = true));
    await waitUntil(async () => isAnswered || (await countWaiting()) === 2, 'the second change waits');
  } finally {
    await holder.query('rollback');
  }
  // A first change that deadlocked is retried, and is then the second.
  const responses = [await first, await second];
  expect(responses.toSorted()).toEqual([200, 500]);
  expect(await escalations()).toEqual([]);
});
