import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { addSite, stationTime } from '../../../testing/stations.ts';
import { makePacket } from '../../reading/reading.fixture.ts';
import { makeFakeReceiver } from '../delivery/fake-receiver.fixture.ts';
import { at, lead, settle } from '../delivery/forwarding.fixture.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const targets = makeResourceClient(t, '/site/forwardTarget', token);
const channels = makeResourceClient(t, '/basic/channel', token);

let count = 0;
const listed = (channelCode: string, code: string | null = null) => ({ channelCode, code, unit: null });
/** That of PM10, and the national code of PM2.5. */
const [pm10, pm25] = ['a34002', 'a34004'];

async function addTarget(given: Record<string, unknown>) {
  const mn = `CODES${++count}`;
  const siteId = await addSite(t, { mn });
  const { rows } = await t.app.pool.query('select entity_id from site where site_id = $1', [siteId]);
  const entityId: number = rows[0].entity_id;
  const address = `codes${count}.example:1`;
  const json = { targetName: mn, protocol: 'hj212-2017', address, entityId, ...given };
  const { msg } = await targets.send('POST', '', json);
  const added = await t.app.pool.query('select target_id as id from forward_target where address = $1', [
    address,
  ]);
  const id: number | undefined = added.rows[0]?.id;
  return { mn, msg, id };
}

/** A packet with PM2.5 and the channel that was added. */
async function storeBoth(mn: string): Promise<void> {
  const device = t.ingest.directory.findByMn(mn);
  if (!device) throw new Error(mn);
  const packet = makePacket(
    `DataTime=${stationTime(at(0)).slice(0, 14)};a34004-Rtd=7,a34004-Flag=N;OWN01-Rtd=9,OWN01-Flag=N`,
    `QN=${stationTime(at(0))};ST=22;CN=2011;PW=1;MN=${mn};Flag=5`,
  );
  await new Promise((done) => t.ingest.storePacket(packet, device, () => undefined, done));
}

describe('the code of a listed channel', () => {
  it('is refused if a channel that is not listed has it, unless only listed ones are sent', async () => {
    const refused = errorText('forward.code_twice', { code: pm10 });
    const factors = [listed('PM2.5', pm10.toUpperCase())];
    expect((await addTarget({ factors })).msg).toBe(refused);
    const { id } = await addTarget({ factors, onlyMapped: true });
    const row = await targets.get(id ?? 0);
    expect(await targets.send('PUT', '', { ...row, targetName: 'renamed' })).toMatchObject({ code: 200 });
    expect(await targets.send('PUT', '', { ...row, factors: undefined, onlyMapped: false })).toMatchObject({
      code: 500,
      msg: refused,
      field: 'factors',
    });
  });

  it('may be that of another listed one that has another code there', async () => {
    const { id } = await addTarget({ factors: [listed('PM2.5', pm10), listed('PM10', pm25)] });
    expect(id).toBeDefined();
  });

  it('belongs to it also when an unlisted channel gets it later: that one is left out, and the target says so', async () => {
    const factors = [listed('PM2.5', 'own01')];
    const { mn, id } = await addTarget({ factors, sendsDays: false });
    const json = { channelCode: 'LATER', gbCode: 'OWN01', channelName: '后来', orderNum: 1 };
    const channelId = await channels.add(json, ['channelCode', 'channelId']);
    await t.ingest.directory.refresh();
    const receiver = makeFakeReceiver();
    const delivery = await lead(t, receiver);
    await storeBoth(mn);
    await settle(t, delivery, receiver, 3);
    expect(receiver.accepted.map(({ values }) => values.map(({ code, value }) => [code, value]))).toEqual([
      [['own01', 7]],
    ]);
    await delivery.report();
    const read = async () =>
      (
        await t.app.pool.query(
          'select state, problem, problem_detail from forward_target where target_id = $1',
          [id],
        )
      ).rows;
    expect(await read()).toEqual([
      { state: 'normal', problem: 'forward.problems.codes', problem_detail: 'LATER (OWN01)' },
    ]);
    expect(await channels.send('PUT', '', { ...json, channelId, gbCode: 'other1' })).toMatchObject({
      code: 200,
    });
    await t.ingest.directory.refresh();
    await delivery.load();
    await delivery.report();
    expect(await read()).toMatchObject([{ problem: null }]);
    await delivery.close();
  });
});
