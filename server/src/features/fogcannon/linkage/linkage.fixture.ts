import { MINUTE_MS } from '@limpid/contract/durations';
import type { TestApp } from '../../../testing/app.ts';
import { storeTestReadings } from '../../../testing/stations.ts';
import { findTestChannel, makeValueReading } from '../../alarm/evaluation/alarm.fixture.ts';
import { packetKind } from '../../reading/reading.ts';
import { linkagesEdited } from '../cannon-changed.ts';

/** A rule about PM10 above 150 at cannons of one entity, with other columns if given. */
export async function addLinkageRule(
  t: TestApp,
  cannonIds: readonly number[],
  columns: Record<string, unknown> = {},
): Promise<number> {
  const all: Record<string, unknown> = {
    rule_name: `rule of ${cannonIds.join(', ')} ${Math.random()}`,
    channel_id: findTestChannel(t, 'PM10').channelId,
    threshold: 150,
    dead_band: 50,
    min_run_seconds: 0,
    ...columns,
  };
  const names = Object.keys(all);
  const { rows } = await t.app.pool.query<{ id: number }>(
    `insert into fog_linkage_rule (entity_id, ${names.join(', ')})
     select entity_id, ${names.map((_, index) => `$${index + 2}`).join(', ')} from fog_cannon where cannon_id = $1
     returning rule_id as id`,
    [cannonIds[0], ...names.map((name) => all[name])],
  );
  const ruleId = rows[0]?.id ?? 0;
  await t.app.pool.query(
    'insert into fog_linkage_target (rule_id, cannon_id) select $1, unnest($2::integer[])',
    [ruleId, cannonIds],
  );
  await t.app.bus.publish(linkagesEdited);
  return ruleId;
}

/** Real-time values of PM10, or of another channel, of the last minutes, the last one now; null for one that was sent and is not valid. */
export async function storeMinutes(
  t: TestApp,
  siteId: number,
  values: readonly (number | null)[],
  minutesAgo = 0,
  channel = 'PM10',
): Promise<void> {
  const { slot } = findTestChannel(t, channel);
  const last = t.clock.now().getTime() - minutesAgo * MINUTE_MS;
  await storeTestReadings(
    t,
    values.map((value, index) => {
      const ts = Math.floor(last - (values.length - 1 - index) * MINUTE_MS);
      const reading = makeValueReading(siteId, slot, ts, value, packetKind.realtime);
      const mark = { slot, flag: 'D', bits: 0, raw: null, rank: null };
      return value === null ? { ...reading, marks: [mark] } : reading;
    }),
  );
}

/** The decisions about a cannon in English, oldest first. */
export async function listDecisions(t: TestApp, cannonId: number, token: string): Promise<string[]> {
  const { body } = await t.send('GET', `/fog/decision/list?cannonId=${cannonId}&lang=en&pageSize=100`, {
    token,
  });
  return (body['rows'] as { description: string }[]).map(({ description }) => description).toReversed();
}
