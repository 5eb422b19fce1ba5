import { AppError } from '@limpid/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment } from '../../testing/people.ts';
import type { Scope } from './scope.rule.ts';
import { checkDepartment, checkScope, scopeCondition } from './scope.store.ts';

/** 100 ─ 110 ─ 111, 100 ─ 120, and 1100 separately; one record in each, and one without owner. */
const records = [
  { id: 1, dept: 100, owner: 7 },
  { id: 2, dept: 110, owner: 8 },
  { id: 3, dept: 111, owner: 8 },
  { id: 4, dept: 120, owner: 7 },
  { id: 5, dept: 1100, owner: 8 },
  { id: 6, dept: null, owner: null },
];

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  await addDepartment(test, 110, 100, [0, 100]);
  await addDepartment(test, 111, 110, [0, 100, 110]);
  await addDepartment(test, 120, 100, [0, 100]);
  await addDepartment(test, 1100, 0, [0]);
  const { pool } = test.app;
  await pool.query('create table record (record_id integer primary key, dept_id integer, owner_id integer)');
  for (const { id, dept, owner } of records) {
    await pool.query('insert into record values ($1, $2, $3)', [id, dept, owner]);
  }
});

afterAll(() => test.close());

const columns = { dept: 'deptId', user: 'ownerId' };
const limited = (facts: Partial<Exclude<Scope, { all: true }>>): Scope => ({
  all: false,
  userId: 7,
  deptIds: [],
  subtreeOf: null,
  self: false,
  ...facts,
});

async function visible(scope: Scope, of: { dept: string; user?: string } = columns): Promise<number[]> {
  const rows = await test.app.db
    .withTables<{ record: { recordId: number } }>()
    .selectFrom('record')
    .select('recordId')
    .where(scopeCondition(scope, of))
    .orderBy('recordId')
    .execute();
  return rows.map((row) => row.recordId);
}

const cases: [title: string, scope: Scope, ids: number[]][] = [
  ['everything', { all: true }, [1, 2, 3, 4, 5, 6]],
  ['nothing', limited({}), []],
  ['chosen departments, and not what is below them', limited({ deptIds: [110, 120] }), [2, 4]],
  ['a department with all below it', limited({ subtreeOf: 110 }), [2, 3]],
  ['the whole tree, but not what stands beside it', limited({ subtreeOf: 100 }), [1, 2, 3, 4]],
  ['a leaf', limited({ subtreeOf: 111 }), [3]],
  ['own records, wherever they are', limited({ self: true }), [1, 4]],
  ['the union of all kinds', limited({ deptIds: [1100], subtreeOf: 110, self: true }), [1, 2, 3, 4, 5]],
  ['nothing of a department that does not exist', limited({ deptIds: [999], subtreeOf: 999 }), []],
];

describe('rows within a scope', () => {
  it.each(cases)('are %s', async (_, scope, ids) => {
    expect(await visible(scope)).toEqual(ids);
  });

  it('are none for "own records" in a table without an owner column', async () => {
    expect(await visible(limited({ self: true }), { dept: 'deptId' })).toEqual([]);
    expect(await visible(limited({ self: true, deptIds: [120] }), { dept: 'deptId' })).toEqual([4]);
  });
});

const denied = (work: Promise<void>) =>
  work.then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && error.key === 'scope.denied') return true;
      throw error;
    },
  );

describe('ids from outside', () => {
  const target = { table: 'record', id: 'recordId', columns };

  it.each(cases)('are refused unless all are within %s', async (_, scope, ids) => {
    const { db } = test.app;
    for (const { id } of records) {
      expect(await denied(checkScope(db, scope, target, [id]))).toBe(!ids.includes(id));
    }
    expect(await denied(checkScope(db, scope, target, [...ids, ...ids]))).toBe(false);
    expect(await denied(checkScope(db, scope, target, [1, 2, 3, 4, 5, 6]))).toBe(ids.length < 6);
  });

  it('are refused alike if the row does not exist or belongs to others', async () => {
    expect(await denied(checkScope(test.app.db, limited({ subtreeOf: 100 }), target, [1, 99]))).toBe(true);
  });
});

describe('a department to put a row into', () => {
  it.each<[string, Scope, unknown, boolean]>([
    ['is accepted within the data scope', limited({ subtreeOf: 100 }), 111, true],
    ['is refused outside the data scope', limited({ subtreeOf: 110 }), 120, false],
    ['is accepted if it is chosen in the data scope', limited({ deptIds: [120] }), 120, true],
    ['is refused if it does not exist', limited({ subtreeOf: 100 }), 999, false],
    ['is refused if the data scope is the own records', limited({ self: true }), 100, false],
    ['is refused if it is not a number', limited({ subtreeOf: 100 }), '110', false],
    ['is refused if it is empty', limited({ subtreeOf: 100 }), null, false],
    ['is accepted anywhere with the scope "all"', { all: true }, 1100, true],
    ['may be empty with the scope "all"', { all: true }, null, true],
  ])('%s', async (_, scope, deptId, allowed) => {
    expect(await denied(checkDepartment(test.app.db, scope, deptId))).toBe(!allowed);
  });
});
