import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/reading.ts';
import { channelCode, day, makeMinuteReading, openCorrections } from '../correction.fixture.ts';

let tools: Awaited<ReturnType<typeof openCorrections>>;
beforeAll(async () => {
  tools = await openCorrections();
});
afterAll(() => tools.test.close());

interface Answer {
  code: number;
  msg: string;
  field?: string;
  data?: { changed: number };
}

async function send(method: string, path: string, json: object, token = tools.admin): Promise<Answer> {
  return (await tools.test.send(method, path, { token, json })).body as unknown as Answer;
}

const tenMinutes = [{ from: day, to: day + 10 * MINUTE_MS }];
interface Requested {
  channels?: string[];
  periods?: { from: number; to: number }[];
  value?: number | null;
  undo?: boolean;
}

/** Corrects ten minutes of sites, unless the request says otherwise. */
function correctRange(
  siteIds: number | number[],
  { channels = [channelCode], periods = tenMinutes, ...requested }: Requested,
  token = tools.admin,
): Promise<Answer> {
  const ranges = [siteIds].flat().map((siteId) => ({ siteId, channels, periods }));
  return send('PUT', '/data/history/range', { ranges, reason: 'pump failed', ...requested }, token);
}

async function listChanges(siteId: number) {
  const search = `siteId=${siteId}&channel=${channelCode}&from=${day}&to=${day + MINUTE_MS}`;
  const { body } = await tools.test.send('GET', `/data/history/changes?${search}`, { token: tools.admin });
  return body['data'] as { correctionId: number | null; correctedValues: number; reason: string }[];
}

const undoWhole = (correctionId: number | null | undefined, token = tools.admin) =>
  send('POST', `/data/history/correction/${correctionId}/undo`, { reason: 'pump was fine' }, token);

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
    expect(await listChanges(siteId)).toMatchObject([
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

  it('corrects minutes, and hours where a site has no minutes', async () => {
    const siteId = await tools.addMeasured('RANGE-MIXED');
    const before = day - HOUR_MS;
    await storeTestReadings(tools.test, [
      makeMinuteReading(siteId, before, 40, { kind: packetKind.hour, hour: before }),
    ]);
    await tools.rollUp();
    const periods = [{ from: before, to: day + HOUR_MS }];
    expect((await correctRange(siteId, { periods, value: 45 })).data).toEqual({ changed: 61 });
    await tools.rollUp();
    expect(await tools.cells(siteId, before, 2, 'hour')).toMatchObject([{ value: 45 }, { value: 45 }]);
    const [change] = await listChanges(siteId);
    expect((await undoWhole(change?.correctionId)).data).toEqual({ changed: 61 });
    expect((await correctRange(siteId, { periods, value: 46 })).data).toEqual({ changed: 61 });
    expect((await correctRange(siteId, { periods, undo: true })).data).toEqual({ changed: 61 });
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

describe('a correction of several sites', () => {
  async function addPair(name: string): Promise<[number, number]> {
    return [await tools.addMeasured(`${name}-1`), await tools.addMeasured(`${name}-2`)];
  }
  const firstValues = async (siteIds: readonly number[]) =>
    (await Promise.all(siteIds.map((siteId) => tools.cell(siteId, day)))).map((cell) => cell?.value);

  it('is one entry of the log, and is undone as a whole except for what was changed since', async () => {
    const pair = await addPair('WHOLE');
    expect((await correctRange(pair, { value: 12 })).data).toEqual({ changed: 20 });
    const [[first], [second]] = [await listChanges(pair[0]), await listChanges(pair[1])];
    expect(first).toMatchObject({ correctedValues: 20, correctionId: second?.correctionId });
    const later = [{ from: day + MINUTE_MS, to: day + 2 * MINUTE_MS }];
    await correctRange(pair[1], { value: 14, periods: later });
    expect((await undoWhole(first?.correctionId)).data).toEqual({ changed: 19 });
    expect(await firstValues(pair)).toEqual([10, 10]);
    expect(await tools.cell(pair[1], day + MINUTE_MS)).toMatchObject({ value: 14 });
    expect((await listChanges(pair[0]))[0]).toMatchObject({ reason: 'pump was fine', correctionId: null });
    expect((await undoWhole(first?.correctionId)).code).not.toBe(200);
  });

  it.each([
    ['a site that does not exist', (pair: number[]) => [...pair, 999_999]],
    ['the same site twice', ([one = 0]: number[]) => [one, one]],
  ])('refuses %s and changes nothing', async (name, choose) => {
    const pair = await addPair(name.slice(0, 20));
    expect((await correctRange(choose(pair), { value: 12 })).code).not.toBe(200);
    expect(await firstValues(pair)).toEqual([10, 10]);
  });

  it('changes no site if the values of one cannot be changed', async () => {
    const pair = await addPair('HALF');
    // A failure after the first site was planned, as late as its log.
    await tools.test.app.pool.query(
      `create function refuse_site() returns trigger language plpgsql as
       $$ begin if new.site_id = ${pair[1]} then raise 'refused'; end if; return new; end $$;
       create trigger refuse_site before insert on data_log for each row execute function refuse_site()`,
    );
    try {
      expect((await correctRange(pair, { value: 12 })).code).not.toBe(200);
    } finally {
      await tools.test.app.pool.query('drop trigger refuse_site on data_log; drop function refuse_site()');
    }
    expect(await firstValues(pair)).toEqual([10, 10]);
  });

  it('needs every site in the data scope, also to be undone', async () => {
    const pair = await addPair('SCOPE');
    await addDepartment(tools.test, 900, 100, [0, 100]);
    await tools.test.app.pool.query(`update site_entity set dept_id = 900 where entity_code = 'SCOPE-1'`);
    const permissions = ['data:history:list', 'data:history:edit'];
    await addPerson(tools.test, 'neighbour', [{ permissions, dataScope: '3' }], 900);
    const token = await tools.test.login('neighbour', personPassword);
    expect((await correctRange(pair[0], { value: 11 }, token)).data).toEqual({ changed: 10 });
    expect(await correctRange(pair, { value: 12 }, token)).toMatchObject({ field: 'siteId' });
    await correctRange(pair, { value: 12 });
    const [change] = await listChanges(pair[0]);
    expect(await undoWhole(change?.correctionId, token)).toMatchObject({ field: 'correctionId' });
    expect(await firstValues(pair)).toEqual([12, 12]);
  });
});
