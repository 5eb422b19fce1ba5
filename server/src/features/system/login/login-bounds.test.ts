import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { soon } from '../../../testing/soon.ts';
import { checkWithinLimits, delayIfGuarded, inspectGuard } from '../login-guard/login-guard.service.ts';

const t = await openTestApp();
await addPerson(t, 'lin', []);
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('truncate login_failure, login_address'));

const maxDelayed = 1000;
/** Requests that are delayed and that are rejected; no more at once than the connection pool can serve. */
const [overHttp, tooMany] = [40, 20];
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
  const codes: number[] = [];
  const flood: Promise<unknown>[] = [];
  const knock = async (number: number) => {
    codes.push(await logIn(`10.8.${number >> 8}.${number & 255}`));
  };
  try {
    // Most of them without a request, which would cost the same again and again.
    for (let number = overHttp; number < maxDelayed; number++)
      flood.push(delayIfGuarded(t.app, { isGuarded: true, isKnown: false }, async () => undefined));
    for (let number = 0; number < overHttp; number++) flood.push(knock(number));
    await soon(() => delays.held.length).toBe(maxDelayed);
    for (let number = 0; number < tooMany; number++) flood.push(knock(overHttp + number));
    await soon(() => codes.length).toBe(tooMany);
    expect(delays.held).toHaveLength(maxDelayed);
    expect(codes).toEqual(Array<number>(tooMany).fill(429));
    const owner = logIn('10.7.0.1', personPassword);
    await soon(() => delays.held.length).toBe(maxDelayed + 1);
    delays.held.pop()?.();
    expect(await owner).toBe(200);
  } finally {
    delays.stop();
    await Promise.all(flood);
  }
  expect(codes.slice(tooMany)).toEqual(Array<number>(overHttp).fill(200));
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
