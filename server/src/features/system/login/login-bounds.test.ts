import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { soon } from '../../../testing/soon.ts';
import { checkWithinLimits, inspectGuard } from './login-guard.service.ts';

const t = await openTestApp();
await addPerson(t, 'lin', []);
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('truncate login_failure, login_address'));

const maxDelayed = 1000;
const [judgedAtOnce, mostQueued] = [4, 256];

/** Delays of responses, held until the test releases them. */
function holdDelays() {
  const held: (() => void)[] = [];
  const { pause } = t.clock;
  t.clock.pause = (ms) => (ms < 1000 ? pause(ms) : new Promise((resolve) => held.push(resolve)));
  return {
    held,
    stop: () => {
      t.clock.pause = pause;
      for (const letGo of held.splice(0)) letGo();
    },
  };
}

const logIn = async (address: string, password = 'Wrong-secret-9') =>
  (
    await t.send('POST', '/applogin', {
      json: { username: 'lin', password },
      remoteAddress: address,
    })
  ).status;

it('delays at most a thousand responses; more are rejected at once, and known addresses still log in', async () => {
  await logIn('10.7.0.1', personPassword);
  await t.app.pool.query(
    `insert into login_failure (kind, account, failed_at, expires_at)
     values ('account', 'lin', array_fill($1::float8, array[20]), limpid_now() + interval '1 day')
     on conflict (kind, account, address) do update set failed_at = excluded.failed_at`,
    [t.clock.now().getTime()],
  );
  const delays = holdDelays();
  const answered: number[] = [];
  const flood: Promise<unknown>[] = [];
  const knock = async (number: number) => {
    answered.push(await logIn(`10.8.${number >> 8}.${number & 255}`));
  };
  try {
    // In portions, to stay within the connection pool.
    for (let number = 0; number < maxDelayed + 200; number += 50) {
      for (let at = number; at < number + 50; at++) flood.push(knock(at));
      await soon(() => delays.held.length + answered.length).toBe(number + 50);
    }
    expect(delays.held).toHaveLength(maxDelayed);
    expect(answered).toEqual(Array<number>(200).fill(429));
    const owner = logIn('10.7.0.1', personPassword);
    await soon(() => delays.held.length).toBe(maxDelayed + 1);
    delays.held.pop()?.();
    expect(await owner).toBe(200);
    for (let left = maxDelayed; left > 0; left -= 50) {
      for (const letGo of delays.held.splice(0, 50)) letGo();
      await soon(() => answered.length).toBe(maxDelayed + 250 - left);
    }
  } finally {
    delays.stop();
    await Promise.all(flood);
  }
  expect(answered.slice(200)).toEqual(Array<number>(maxDelayed).fill(200));
  // The slots are free again.
  expect(await logIn('10.9.0.1')).toBe(200);
});

it('queues at most 256 passwords, and checks four at once', async () => {
  const guard = await inspectGuard(t.app, { userName: 'nobody', address: '10.7.0.2' });
  const verified = Promise.withResolvers<boolean>();
  let judging = 0;
  const judge = () =>
    checkWithinLimits(t.app, { ...guard, subjects: [] }, true, () => {
      judging++;
      return verified.promise;
    });
  const flood = Array.from({ length: judgedAtOnce + mostQueued }, judge);
  const refused: unknown[] = [];
  const more = Array.from({ length: 2000 }, () => judge().catch((error: unknown) => refused.push(error)));
  try {
    await soon(() => refused.length).toBe(2000);
    expect(refused[0]).toMatchObject({ key: 'request.too_many' });
    await soon(() => judging).toBe(judgedAtOnce);
  } finally {
    verified.resolve(true);
    await Promise.all(more);
  }
  expect(await Promise.all(flood)).toEqual(flood.map(() => true));
  expect(judging).toBe(judgedAtOnce + mostQueued);
});
