import type { SiteGaps } from '@limpid/contract/backfill/backfill';
import { HOUR_MS } from '@limpid/contract/durations';
import { defaultZone } from '@limpid/contract/zone';
import type { AnswerBehaviour } from '@limpid/simulator/station/answer-behaviour';
import { type Station, startStation } from '@limpid/simulator/station/station';
import { startBackfill } from '../../src/features/backfill/backfill.job.ts';
import { packetKind } from '../../src/features/reading/reading.ts';
import { openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { testHour } from '../../src/testing/clock.ts';
import { addSite, storeTestReadings } from '../../src/testing/stations.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

/** The start of an hour so many hours ago. */
export const hourAgo = (hours: number) => testHour - hours * HOUR_MS;

interface SiteFacts {
  /** The hours that are stored, as hours ago. */
  stored?: readonly number[];
  zone?: string;
  deptId?: number;
  deviceTypeId?: number;
}

/** A gateway whose devices send minutes, hours and days again, and the job that asks them. */
export async function openBackfill() {
  const fixture = await openGatewayFixture();
  const { test, gateway } = fixture;
  const { app, clock } = test;
  const admin = await test.login();
  await app.pool.query(
    `update basic_device_type set answers_minutes = true, answers_hours = true, answers_days = true,
       answer_seconds = 1, retries = 0, execution_seconds = 60`,
  );
  const stopJob = startBackfill(app, { automaticMs: 200 });
  const stations: Station[] = [];
  let last = 0;

  const send = async (method: string, path: string, json?: object, token = admin) =>
    (await test.send(method, `/data/backfill${path}`, { token, ...(json && { json }) })).body;

  const period = (siteId: number, hours = 24) => ({ siteId, from: hourAgo(hours), to: hourAgo(0) });

  return {
    test,
    admin,
    send,
    period,

    /** A site with hourly means; those that are not named are missing. */
    async addSite({ stored = [], zone = defaultZone, ...facts }: SiteFacts = {}) {
      const mn = `BACKFILL${String(++last).padStart(16, '0')}`;
      const siteId = await addSite(test, { mn, zone, ...facts });
      await storeTestReadings(
        test,
        stored.map((hours) => {
          const ts = hourAgo(hours);
          return {
            siteId,
            kind: packetKind.hour,
            ts,
            hour: ts,
            rank: ts * 2,
            slots: [1],
            values: [8],
            marks: [],
          };
        }),
      );
      await test.services.rollUp.run();
      return { siteId, mn };
    },

    /** A simulated device on a real socket, known to be connected. */
    async connect({ siteId, mn }: { siteId: number; mn: string }, answers: AnswerBehaviour = 'prompt') {
      const station = startStation({
        address: { host: '127.0.0.1', port: gateway.port },
        mn,
        version: '2017',
        st: '22',
        zone: defaultZone,
        valuesAt: () => ({ 'PM2.5': 12 }),
        sends: ['2011'],
        answers,
        now: () => clock.now().getTime(),
      });
      stations.push(station);
      await waitUntil(async () => {
        await gateway.report();
        const { rows } = await app.pool.query('select from gateway_connection where $1 = any(site_ids)', [
          siteId,
        ]);
        return rows.length > 0;
      }, `${mn} is connected`);
    },

    async gaps(siteId: number, hours = 24, token = admin) {
      const { from, to } = period(siteId, hours);
      const body = await send(
        'GET',
        `/gaps?siteId=${siteId}&from=${from}&to=${to}&lang=en`,
        undefined,
        token,
      );
      const { kinds } = body['data'] as SiteGaps;
      const find = (kind: number) => kinds.find((one) => one.kind === kind);
      return { kinds, hours: find(2061), days: find(2031), minutes: find(2051) };
    },

    ask: (siteId: number, kind = 2061, { hours = 24, token = admin } = {}) =>
      send('POST', '?lang=en', { ...period(siteId, hours), kind }, token),

    /** The requests of a site, oldest first. */
    async requests(siteId: number) {
      const { rows } = await app.pool.query<{
        kind: string;
        state: string;
        reason: string | null;
        missing: number;
        arrived: number;
        automatic: boolean;
      }>(
        'select kind, state, reason, missing, arrived, automatic from backfill_request_row where site_id = $1 order by request_id',
        [siteId],
      );
      return rows;
    },

    /** The commands to a site, oldest first. */
    async commands(siteId: number) {
      const { rows } = await app.pool.query<{ state: string; userName: string; request: string }>(
        'select state, user_name as "userName", request from device_log where site_id = $1 order by log_id',
        [siteId],
      );
      return rows;
    },

    async close() {
      for (const station of stations) station.stop();
      await stopJob();
      await fixture.close();
    },
  };
}
