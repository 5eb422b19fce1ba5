import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { makePacket } from '../../reading/reading.fixture.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** Sends equipment states without QN and time, all at once or each after the previous one is stored. */
async function report(mn: string, states: readonly string[], isAtOnce: boolean): Promise<string[]> {
  const siteId = await addSite(test, { mn });
  const device = test.ingest.directory.findByMn(mn);
  if (!device) throw new Error('device not registered');
  const send = (cp: string) =>
    new Promise<boolean>((done) => {
      const packet = makePacket(cp, `ST=22;CN=2021;PW=1;MN=${mn};Flag=5`);
      test.ingest.storePacket(packet, device, () => undefined, done);
    });
  if (isAtOnce) expect(await Promise.all(states.map(send))).not.toContain(false);
  else for (const state of states) expect(await send(state)).toBe(true);
  const { rows } = await test.app.pool.query(
    'select raw from station_report where site_id = $1 order by report_id',
    [siteId],
  );
  return rows.map(({ raw }) => raw);
}

describe.each([
  ['at once', true],
  ['one after the other', false],
])('reports without QN and time that arrive within a minute, %s', (title, isAtOnce) => {
  it('are all kept if a state returns', async () => {
    const states = ['SB1-RS=0', 'SB1-RS=2', 'SB1-RS=0'];
    expect(await report(`BACK ${title}`, states, isAtOnce)).toEqual(states);
  });

  it('are kept once if a packet is repeated', async () => {
    const [one, other] = ['SB1-RS=0', 'SB2-RS=1'];
    expect(await report(`AGAIN ${title}`, [one, one, other, one, other], isAtOnce)).toEqual([one, other]);
  });
});
