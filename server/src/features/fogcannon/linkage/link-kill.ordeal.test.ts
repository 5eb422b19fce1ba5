import { SECOND_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../../../roles/gateway.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { describeWith } from '../../../testing/describe-with.ts';
import { takeRounds } from '../../../testing/full-rounds.ts';
import { findPort } from '../../../testing/process.ts';
import { soon } from '../../../testing/soon.ts';
import { startControl } from '../cannon.fixture.ts';
import { openDustEpisode } from './dust-episode.fixture.ts';
import { killableLinks } from './killable-links.fixture.ts';

let t: TestApp;
let gateway: RunningGateway;
let dtuPort: number;
beforeAll(async () => {
  dtuPort = await findPort();
  const limits = { OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_TIMEOUT: '1' };
  t = await openTestApp({ ...limits, DTU_PORT: String(dtuPort) });
  t.clock.useMachineTime();
  gateway = await startGateway(t.app, t.ingest);
});
afterAll(async () => {
  await gateway.close();
  await t.close();
});

type Kind = keyof typeof killableLinks;
/** A DTU dials in only after its state was read for the first time: it takes longest. */
const cases: readonly [Kind, 'on' | 'off'][] = [
  ['broker', 'on'],
  ['relay board', 'off'],
  ['broker', 'off'],
  ['relay board', 'on'],
  ['vendor cloud', 'off'],
  ['vendor cloud', 'on'],
  ['DTU', 'off'],
  ['DTU', 'on'],
];

describeWith('mosquitto', 'what is between the platform and a pump', () => {
  it.each(takeRounds(cases, 2))(
    'the %s, killed while it has an order to switch %s, starts the cannon once and leaves it off',
    async (kind, action) => {
      await t.app.pool.query('delete from fog_linkage_rule');
      await t.app.pool.query('delete from fog_cannon');
      const link = await killableLinks[kind](dtuPort);
      const { port } = gateway;
      startControl(t);
      const episode = await openDustEpisode(t, link, link.columns);
      const { cannonId } = episode;
      const count = async (rows: string) =>
        (await t.app.pool.query(`select count(*)::int as n from ${rows}`)).rows[0].n;
      const isUp = () => count(`fog_cannon_state where cannon_id = ${cannonId} and link_state = 'up'`);
      await soon(isUp).toBe(1);
      await episode.reportDust(port, 2);
      if (action === 'off') {
        await episode.reportDust(port);
        await soon(() => count(`fog_order where action = 'on' and state = 'done'`)).toBe(1);
      }
      link.stall();
      await (action === 'on' ? episode.reportDust(port) : episode.reportNormal(port));
      await soon(() => count(`fog_order where action = '${action}' and attempts > 0`)).toBe(1);
      await link.kill();
      await link.restart();
      if (action === 'on') {
        await soon(() => count(`fog_order where action = 'on' and state in ('queued', 'sent')`)).toBe(0);
        await episode.reportNormal(port);
      }
      await soon(() => count(`fog_order where state in ('queued', 'sent')`)).toBe(0);
      await soon(() => count('fog_run where ended_at is null')).toBe(0);
      expect(link.isOn()).toBe(false);
      expect(link.starts()).toBeLessThanOrEqual(1);
      expect(episode.longestRun()).toBeLessThan(60 * SECOND_MS);
    },
    120_000,
  );
});
