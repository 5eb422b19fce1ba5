import { hash } from 'node:crypto';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import { mapIndices, mapPollutants, type SiteIndices } from '@limpid/contract/map/site-update';
import { type MapReferences, readMapReferences } from '@limpid/contract/reference/references';
import type { App } from '../../platform/app.ts';
import { busReconnected } from '../../platform/bus.ts';
import { defineTopic } from '../../platform/bus-topic.ts';
import { RawResponse } from '../../platform/http/envelope.ts';
import { matchesEtag } from '../../platform/http/etag.ts';
import { route } from '../../platform/http/route.ts';
import { translate } from '../../platform/texts.ts';
import { computePlaceIndices, indexHours } from '../map/map.api.ts';
import { listNewestPublishedHours, type PublishedHour } from './reference.store.ts';

export const referencesChanged = defineTopic('reference.changed');

/** Older hours are not shown, not even greyed out. */
const maxAgeMs = 48 * HOUR_MS;

/** The official stations on the map, the same for all callers: their publications are public. */
export function addReferences(app: App): void {
  const read = cacheForAnHour(app, async () =>
    toMapReferences(
      await listNewestPublishedHours(app.db, new Date(app.clock.now().getTime() - maxAgeMs), indexHours),
    ),
  );
  route(app, readMapReferences, async ({ language, request }) => {
    const { etag, data } = await read();
    const headers = { etag: `"${etag}-${language}"`, 'cache-control': 'private, no-cache' };
    if (matchesEtag(request.headers['if-none-match'], headers.etag))
      return new RawResponse(headers, undefined);
    return new RawResponse(headers, wrapData(data, language));
  });
}

export function wrapData(data: string, language: Language): Buffer {
  const msg = JSON.stringify(translate(language, 'server.done'));
  return Buffer.from(`{"code":200,"msg":${msg},"data":${data}}`);
}

interface CachedReferences {
  etag: string;
  data: string;
}

/** Renewed after a publication, and every hour, because old hours drop out. */
function cacheForAnHour(
  { bus, clock }: App,
  make: () => Promise<MapReferences>,
): () => Promise<CachedReferences> {
  let kept: { hour: number; made: Promise<CachedReferences> } | undefined;
  const forget = () => {
    kept = undefined;
  };
  bus.subscribe(referencesChanged, forget);
  bus.subscribe(busReconnected, forget);
  return () => {
    const hour = Math.floor(clock.now().getTime() / HOUR_MS);
    if (kept?.hour === hour) return kept.made;
    const made = make().then((references) => {
      const data = JSON.stringify(references);
      return { data, etag: hash('sha256', data, 'base64url').slice(0, 22) };
    });
    kept = { hour, made };
    made.catch(forget);
    return made;
  };
}

function toMapReferences(hours: readonly PublishedHour[]): MapReferences {
  const found = [...Map.groupBy(hours, ({ code }) => code).values()].flatMap((stationHours) => {
    const newest = stationHours.at(-1);
    return newest ? [{ newest, indices: indexStation(stationHours) }] : [];
  });
  const releases = [...new Set(found.map(({ newest }) => newest.at + HOUR_MS))].sort((a, b) => a - b);
  const column = <V>(read: (hour: PublishedHour) => V) => found.map(({ newest }) => read(newest));
  const index = (key: (typeof mapIndices)[number]) => ({
    aqi: found.map(({ indices }) => indices?.[key].aqi ?? null),
    primary: found.map(({ indices }) => indices?.[key].primary ?? 0),
  });
  const degrees = (value: number) => Math.round(value * 1e5) / 1e5;
  return {
    releases,
    stations: {
      code: column(({ code }) => code),
      name: column(({ name }) => name),
      city: column(({ city }) => city),
      level: column(({ level }) => level),
      longitude: column(({ longitude }) => degrees(longitude)),
      latitude: column(({ latitude }) => degrees(latitude)),
      release: column(({ at }) => releases.indexOf(at + HOUR_MS)),
    },
    values: mapPollutants.map((pollutant) => column(({ amounts }) => amounts[pollutant])),
    index: { china: index('china'), us: index('us'), europe: index('europe'), atmo: index('atmo') },
  };
}

function indexStation(hours: readonly PublishedHour[]): SiteIndices | null {
  return computePlaceIndices(
    hours.map(({ at, aqi, main, amounts }) => ({
      at,
      aqi,
      main,
      whole: true,
      means: Object.fromEntries(Object.entries(amounts).filter(([, value]) => value !== null)),
    })),
  );
}
