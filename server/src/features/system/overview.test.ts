import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';

const test = await openTestApp();
afterAll(() => test.close());

async function readCounts(userName: string, password?: string): Promise<Record<string, number>> {
  const token = await test.login(userName, password);
  const { body } = await test.send('GET', '/api/v1/sys/overview', { token });
  const { counts } = body['data'] as { counts: { name: string; count: number }[] };
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}

it('counts for each person what that person reaches, and nothing they may not list', async () => {
  await addDepartment(test, 201, 100, [0, 100]);
  await addPerson(test, 'near', [{ permissions: ['system:user:list'], dataScope: '3' }], 201);
  await addPerson(test, 'none', [], 201);
  expect(await readCounts('admin')).toMatchObject({ user: 3, dept: 2 });
  expect(await readCounts('near', personPassword)).toEqual({ user: 2 });
  expect(await readCounts('none', personPassword)).toEqual({});
});
