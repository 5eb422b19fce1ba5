import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FakeReceiver,
  makeFakeReceiver,
} from '../../src/features/forward/delivery/fake-receiver.fixture.ts';
import {
  addSiteWithTarget,
  at,
  type ForwardedStation,
  lead,
  minutesOf,
  settle,
} from '../../src/features/forward/delivery/forwarding.fixture.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { storePacket } from './two-installations.fixture.ts';

const pm25Slot = 1;
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});

afterAll(() => test.close());

async function report({ mn }: ForwardedStation, minutes: readonly number[]): Promise<void> {
  for (const minute of minutes)
    await storePacket(test, mn, { ts: at(minute), cn: '2051', cp: 'a34004-Avg=10,a34004-Flag=N' });
}

async function importMinutes({ siteId }: ForwardedStation, minutes: readonly number[]): Promise<void> {
  const rows = minutes.map((minute) => ({ siteId, ts: at(minute), values: [[pm25Slot, 10] as const] }));
  const plan = { step: 'minute', replace: true, trial: false, operName: 'admin', reason: '' } as const;
  await test.services.writer.importRows(rows, plan);
}

const of = ({ mn }: ForwardedStation, { accepted }: FakeReceiver) =>
  minutesOf(accepted.filter(({ site }) => site.mn === mn));

describe('imported readings', () => {
  it('are missed ones, which every target gets once, however often they are imported', async () => {
    const station = await addSiteWithTarget(test, { sends_corrected: false });
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    for (const minute of [0, 1, 6]) {
      await report(station, [minute]);
      await settle(test, delivery, receiver, 5);
    }
    await importMinutes(station, [1, 2, 3]);
    await delivery.run();
    const { rows } = await test.app.pool.query('select distinct reason from forward_gap');
    expect(rows).toEqual([{ reason: 'missed' }]);
    await importMinutes(station, [1, 2, 3, 4]);
    await settle(test, delivery, receiver);
    expect(of(station, receiver)).toEqual([0, 1, 6, 2, 3, 4]);
    await importMinutes(station, [0, 1, 2, 3, 4, 6]);
    await settle(test, delivery, receiver);
    expect(of(station, receiver)).toEqual([0, 1, 6, 2, 3, 4]);
  });

  it('are sent in their turn where nothing newer was sent', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    await report(station, [0]);
    await settle(test, delivery, receiver, 10);
    for (const minute of [1, 2]) {
      await importMinutes(station, [minute]);
      await settle(test, delivery, receiver);
    }
    await report(station, [3]);
    await settle(test, delivery, receiver);
    expect(of(station, receiver)).toEqual([0, 1, 2, 3]);
  });

  it('of the time before its first reading are not sent', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    await importMinutes(station, [0, 1]);
    await settle(test, delivery, receiver);
    await report(station, [5]);
    await importMinutes(station, [2]);
    await settle(test, delivery, receiver);
    expect(of(station, receiver)).toEqual([5]);
  });
});
