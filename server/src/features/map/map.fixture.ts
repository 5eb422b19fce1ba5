import { MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import type { TestApp } from '../../testing/app.ts';
import { runTask } from '../../testing/run-task.ts';
import { stationTime, storeTestReadings } from '../../testing/stations.ts';
import { makePacket } from '../reading/reading.fixture.ts';
import { packetKind, type Reading } from '../reading/reading.ts';

interface MapRequest {
  headers?: Record<string, string>;
  lang?: string;
}

/** Requests the snapshot and returns it with status and headers. */
export async function requestMap(t: TestApp, token: string, { headers = {}, lang = 'en' }: MapRequest = {}) {
  const response = await t.app.http.inject({
    url: `/prod-api/map/sites?lang=${lang}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const isPlain = !response.headers['content-encoding'] && response.rawPayload.length > 0;
  const body = isPlain ? response.json() : {};
  return {
    status: response.statusCode,
    headers: response.headers,
    code: Number(body.code),
    bytes: response.rawPayload,
    // By the contract; a refusal or a 304 has none.
    map: body.data as MapSnapshot,
  };
}

/** One site of a snapshot, assembled from its columns. */
export function findSite(
  { sites, values, channels, index, hours, entities, exceptions, states }: MapSnapshot,
  siteId: number,
) {
  let sum = 0;
  const place = sites.idStep.map((step) => (sum += step)).indexOf(siteId);
  if (place < 0) return undefined;
  const hour = sites.hour[place] ?? null;
  return {
    name: sites.name[place],
    entity: entities[sites.entity[place] ?? -1]?.name,
    at: [sites.longitude[place], sites.latitude[place]],
    state: states[Number(sites.state[place])],
    simulated: sites.simulated[place],
    interval: sites.interval[place],
    ts: sites.ts[place],
    hour: hour === null ? null : hours[hour],
    china: [index.china.aqi[place], index.china.primary[place], index.china.reference[place]],
    values: Object.fromEntries(channels.map(({ code }, channel) => [code, values[channel]?.[place]])),
    exceptions: exceptions.site.flatMap((site, entry) =>
      site === place
        ? [
            [
              channels[exceptions.channel[entry] ?? -1]?.code,
              exceptions.ts[entry],
              exceptions.flag[entry],
              exceptions.outOfRange[entry],
            ],
          ]
        : [],
    ),
  };
}

export function listSnapshotSiteIds({ sites }: MapSnapshot): number[] {
  let sum = 0;
  return sites.idStep.map((step) => (sum += step));
}

/** Sends a packet of a station through the pipeline. */
export async function reportValues(t: TestApp, mn: string, at: number, cp: string): Promise<void> {
  const device = t.ingest.directory.findByMn(mn);
  if (!device) throw new Error(mn);
  const packet = makePacket(
    `DataTime=${stationTime(at).slice(0, 14)};${cp}`,
    `QN=${stationTime(at)};ST=22;CN=2011;PW=1;MN=${mn};Flag=9`,
  );
  t.ingest.recordContact(device.siteId, '10.0.0.1:1', '2017');
  const isStored = await new Promise((done) => t.ingest.storePacket(packet, device, () => undefined, done));
  if (!isStored) throw new Error(`${mn} was refused`);
  await t.ingest.flush();
}

/** Stores and rolls up one hour of equal minute values; slots 1 to 6 are the pollutants of the index. */
export async function storeHour(t: TestApp, siteId: number, hour: number, value: number): Promise<void> {
  const slots = [1, 2, 3, 4, 5, 6];
  const minutes = Array.from({ length: 60 }, (_, minute): Reading => {
    const ts = hour + minute * MINUTE_MS;
    const place = { siteId, kind: packetKind.minute, ts, hour: floorToHour(ts, 'Asia/Shanghai') };
    return { ...place, rank: ts * 2, slots, values: slots.map(() => value), marks: [] };
  });
  await storeTestReadings(t, minutes);
  await runTask(t, 'readingTask.repair(2)');
}
