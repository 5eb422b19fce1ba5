import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { openTestApp } from '../../testing/app.ts';
import { testDay } from '../../testing/clock.ts';
import { runTask } from '../../testing/run-task.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { type PacketKind, packetKind, type Reading } from '../reading/reading.ts';
import { openRollUp } from '../rollup/roll-up.ts';

export const zone = 'Asia/Shanghai';
/** Old enough to be packed, and the start of an hour. */
export const day = testDay - 5 * DAY_MS;
export const channelCode = 'PM2.5';

interface Change {
  ts: number;
  channel?: string;
  value?: number | null;
  accept?: boolean;
  before?: number | null;
}

export interface HistoryCell {
  value: number | null;
  edited?: true;
  flag?: string;
  raw?: number | null;
  outOfRange?: number;
}

export function makeMinuteReading(
  siteId: number,
  ts: number,
  value: number | null,
  more: Partial<Reading> = {},
): Reading {
  const hour = floorToHour(ts, zone);
  return {
    siteId,
    kind: packetKind.minute,
    ts,
    hour,
    rank: ts * 2,
    slots: [1],
    values: [value],
    marks: [],
    ...more,
  };
}

/** Opens a server with the endpoints that correct and read values, logged in as administrator. */
export async function openCorrections() {
  const test = await openTestApp();
  const admin = await test.login();

  /** Adds a site with an hour of minutes, all with the value 10. */
  async function addMeasured(mn: string, start = day, kind: PacketKind = packetKind.minute): Promise<number> {
    const siteId = await addSite(test, { mn });
    const minutes = Array.from({ length: 60 }, (_, n) =>
      makeMinuteReading(siteId, start + n * MINUTE_MS, 10, { kind }),
    );
    await storeTestReadings(test, minutes);
    return siteId;
  }

  async function send(method: string, path: string, json: object, token = admin) {
    const { body } = await test.send(method, path, { token, json });
    return body as typeof body & { data?: { changed: number }; field?: string };
  }
  const describeChanges = (siteId: number, changes: Change[], more: object) => ({
    siteId,
    granularity: 'minute',
    reason: 'checked on site',
    changes: changes.map((change) => ({ channel: channelCode, ...change })),
    ...more,
  });
  const correct = (siteId: number, changes: Change[], more: object = {}, token = admin) =>
    send('PUT', '/data/history', describeChanges(siteId, changes, more), token);
  const undo = (siteId: number, changes: Change[], more: object = {}) =>
    send('POST', '/data/history/undo', describeChanges(siteId, changes, more));

  async function cells(
    siteId: number,
    from: number,
    count = 1,
    granularity = 'minute',
  ): Promise<(HistoryCell | undefined)[]> {
    const step = granularity === 'hour' ? HOUR_MS : MINUTE_MS;
    const query = `siteId=${siteId}&granularity=${granularity}&from=${from}&to=${from + count * step}&channels=${channelCode}&raw=true`;
    const { body } = await test.send('GET', `/data/history/list?${query}`, { token: admin });
    const { rows } = body['data'] as { rows: { ts: number; values: Record<string, HistoryCell> }[] };
    return Array.from(
      { length: count },
      (_, n) => rows.find(({ ts }) => ts === from + n * step)?.values[channelCode],
    );
  }
  const cell = async (siteId: number, ts: number) => (await cells(siteId, ts))[0];
  const rollUp = () => openRollUp(test.app, test.ingest.directory).run(true);
  const pack = () => runTask(test, 'readingTask.pack(3)');

  return { test, admin, addMeasured, correct, undo, cells, cell, rollUp, pack };
}
