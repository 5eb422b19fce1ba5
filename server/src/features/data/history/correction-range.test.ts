import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/reading.ts';
import { channelCode, day, makeMinuteReading, openCorrections } from '../correction.fixture.ts';

let tools: Awaited<ReturnType<typeof openCorrections>>;
beforeAll(async () => {
  tools = await openCorrections();
});
afterAll(() => tools.test.close());

async function correctRange(siteId: number, part: object, token = tools.admin) {
  const json = {
    siteId,
    channels: [channelCode],
    periods: [{ from: day, to: day + 10 * MINUTE_MS }],
    reason: 'pump failed',
    ...part,
  };
  const { body } = await tools.test.send('PUT', '/data/history/range', { token, json });
  return body as typeof body & { data?: { changed: number }; field?: string };
}

describe('a range', () => {
  it('is marked invalid and restored, and the log names who did it', async () => {
    const siteId = await tools.addMeasured('RANGE-A');
    expect((await correctRange(siteId, { value: null })).data).toEqual({ changed: 10 });
    expect(await tools.cells(siteId, day, 11)).toEqual([
      ...Array.from({ length: 10 }, () => ({ value: null, edited: true, raw: 10 })),
      { value: 10 },
    ]);
    expect((await correctRange(siteId, { undo: true })).data).toEqual({ changed: 10 });
    expect(await tools.cells(siteId, day, 1)).toEqual([{ value: 10 }]);
    const search = `siteId=${siteId}&channel=${channelCode}&from=${day}&to=${day + MINUTE_MS}`;
    const { body } = await tools.test.send('GET', `/data/history/changes?${search}`, { token: tools.admin });
    expect(body['data']).toMatchObject([
      { before: null, after: '10', reason: 'pump failed', by: 'admin' },
      { before: '10', after: null, reason: 'pump failed', by: 'admin' },
    ]);
  });

  it('may consist of several periods, and only stored values change', async () => {
    const siteId = await tools.addMeasured('RANGE-B');
    const periods = [
      { from: day, to: day + 2 * MINUTE_MS },
      { from: day + 58 * MINUTE_MS, to: day + 3 * HOUR_MS },
    ];
    expect((await correctRange(siteId, { periods, value: 12 })).data).toEqual({ changed: 4 });
  });

  it('corrects the hours of a site that sends hours only', async () => {
    const siteId = await addSite(tools.test, { mn: 'RANGE-H', interval: 3600 });
    await storeTestReadings(tools.test, [
      makeMinuteReading(siteId, day, 40, { kind: packetKind.hour }),
      makeMinuteReading(siteId, day + HOUR_MS, 50, { kind: packetKind.hour, hour: day + HOUR_MS }),
    ]);
    await tools.rollUp();
    const periods = [{ from: day, to: day + 2 * HOUR_MS }];
    expect((await correctRange(siteId, { periods, value: 45 })).data).toEqual({ changed: 2 });
    await tools.rollUp();
    expect(await tools.cells(siteId, day, 2, 'hour')).toMatchObject([{ value: 45 }, { value: 45 }]);
    expect((await correctRange(siteId, { periods, undo: true })).data).toEqual({ changed: 2 });
  });

  it.each([
    ['no request', {}, 'value'],
    ['two requests', { value: 1, undo: true }, 'value'],
    ['a reversed period', { value: 1, periods: [{ from: day, to: day }] }, 'periods'],
    [
      'overlapping periods',
      {
        value: 1,
        periods: [
          { from: day, to: day + HOUR_MS },
          { from: day + MINUTE_MS, to: day + HOUR_MS },
        ],
      },
      'periods',
    ],
    ['a year', { value: 1, periods: [{ from: day - 365 * 24 * HOUR_MS, to: day }] }, 'periods'],
    ['a period without values', { value: 1, periods: [{ from: day - HOUR_MS, to: day }] }, 'periods'],
    ['a period without corrections', { undo: true }, 'periods'],
    ['an unknown channel', { value: 1, channels: ['NONE'] }, 'channels'],
    ['a value outside the range of the channel', { value: -50_000 }, 'changes.0.value'],
  ])('refuses %s', async (name, part, field) => {
    const siteId = await tools.addMeasured(`RANGE ${name}`.slice(0, 24));
    expect(await correctRange(siteId, part)).toMatchObject({ field });
    expect(await tools.cells(siteId, day)).toEqual([{ value: 10 }]);
  });

  it('is refused without the permission to edit', async () => {
    const siteId = await tools.addMeasured('RANGE-NOT');
    await addPerson(tools.test, 'reader', [{ permissions: ['data:history:list'] }]);
    const token = await tools.test.login('reader', personPassword);
    expect((await correctRange(siteId, { value: 1 }, token)).code).toBe(403);
  });
});
