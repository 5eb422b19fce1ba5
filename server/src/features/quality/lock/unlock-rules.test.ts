import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { entityOf, hashMonth, lastDay, makeMinute, openLocks } from './lock.fixture.ts';

let tools: Awaited<ReturnType<typeof openLocks>>;
beforeAll(async () => {
  tools = await openLocks();
});
afterAll(() => tools.close());

/** The mean of this hour is 25, all others have 10. */
const high = lastDay + 5 * HOUR_MS;

async function addMeasured(mn: string) {
  const siteId = await tools.addMeasured(mn);
  const odd = Array.from({ length: 6 }, (_, n) => makeMinute(siteId, high + (n * 10 + 5) * MINUTE_MS, 40));
  await storeTestReadings(tools.test, odd);
  await tools.rollUp();
  return { siteId, entityId: await entityOf(tools.test, siteId) };
}

async function readHour(siteId: number) {
  const { rows } = await tools.test.app.pool.query(
    `select a1, c1, (select count(*)::integer from quality_flag f where f.site_id = h.site_id and f.ts = h.ts) as flags
     from reading_hour h where site_id = $1 and ts = $2`,
    [siteId, new Date(high).toISOString()],
  );
  return rows[0];
}

type Rules = ReturnType<typeof makeResourceClient>;
const changeRule = async (rules: Rules, ruleId: number, more: object) =>
  rules.send('PUT', '', { ...(await rules.get(ruleId)), ...more });

describe('a rule that leaves hours of a locked month out', () => {
  it.each([
    ['removed', (rules: Rules, ruleId: number) => rules.send('DELETE', `/${ruleId}`)],
    [
      'disabled',
      (rules: Rules, ruleId: number) => rules.send('PUT', '/changeStatus', { ruleId, status: '1' }),
    ],
    ['changed to count', (rules: Rules, ruleId: number) => changeRule(rules, ruleId, { counts: true })],
    [
      'bound to another site',
      async (rules: Rules, ruleId: number) =>
        changeRule(rules, ruleId, { siteId: await addSite(tools.test, { mn: 'UNLOCK-OTHER' }) }),
    ],
  ])('and is %s meanwhile lets them in once the month is unlocked', async (how, change) => {
    const rules = makeResourceClient(tools.test, '/basic/dataRule', tools.admin);
    const limit = { test: 'range', channelId: 1, maxValue: 15, counts: false };
    const ruleName = how.replaceAll(' ', '-');
    const ruleId = await rules.add({ ruleName, ...limit }, ['ruleName', 'ruleId']);
    const [unlocked, locked] = [await addMeasured(`A-${ruleName}`), await addMeasured(`B-${ruleName}`)];
    expect(await readHour(unlocked.siteId)).toEqual({ a1: 25, c1: 0, flags: 1 });
    const { data } = await tools.lock(unlocked.entityId);
    await tools.lock(locked.entityId);
    const hash = () => Promise.all([unlocked, locked].map(({ siteId }) => hashMonth(tools.test, siteId)));
    const before = await hash();
    expect(await change(rules, ruleId)).toMatchObject({ code: 200 });
    await tools.rollUp();
    expect(await hash()).toEqual(before);
    await tools.unlock(data?.['lockId']);
    await tools.rollUp();
    const flags = how === 'changed to count' ? 1 : 0;
    expect(await readHour(unlocked.siteId)).toEqual({ a1: 25, c1: 3600, flags });
    expect((await hash())[1]).toBe(before[1]);
    expect(await readHour(locked.siteId)).toEqual({ a1: 25, c1: 0, flags: 1 });
    await tools.test.app.pool.query('delete from data_rule where rule_id = $1', [ruleId]);
  });
});
