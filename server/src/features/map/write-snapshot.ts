import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import {
  type MapIndex,
  mapIndices,
  mapPollutants,
  type SiteIndices,
  siteStates,
} from '@limpid/contract/map/site-update';
import type { SiteChannelLimit } from '../site/site.api.ts';
import { listIndexRules } from './index-rules.ts';
import type { MapSiteState } from './map-site.ts';
import type { MapChannel } from './registry.store.ts';
import type { MapRegistry } from './registry.ts';

/** JSON without its braces: members of the snapshot's `sites`, and members beside `sites`. */
export interface SnapshotPart {
  columns: string;
  beside: string;
}

const degree = 1e5;
const digit = (is: boolean) => (is ? '1' : '0');

/** The registered channels, entities and sites, which change rarely. */
export function writeFacts(
  { channels, entities, limits }: MapRegistry,
  sites: readonly MapSiteState[],
  language: Language,
  date: string,
): SnapshotPart {
  const owners = [...new Set(sites.map(({ entityId }) => entityId))];
  const places = new Map(owners.map((entityId, place) => [entityId, place]));
  const table = owners.map((id) => {
    const entity = { ...entities.get(id) };
    return { id, name: localised(entity, 'entityName', language), zone: entity.zone ?? '' };
  });
  const limited = sites.flatMap(({ siteId }, place): [number, SiteChannelLimit][] => {
    const limit = limits.get(siteId);
    return limit ? [[place, limit]] : [];
  });
  const head = {
    channels: channels.map((channel) => describeChannel(channel, language)),
    pollutants: mapPollutants,
    states: siteStates,
    indices: listIndexRules(date),
    entities: table,
    limits: {
      site: limited.map(([place]) => place),
      channel: limited.map(([, { channelCode }]) => channelCode),
      value: limited.map(([, { value }]) => value),
    },
  };
  const columns = {
    idStep: sites.map(({ siteId }, place) => siteId - (sites[place - 1]?.siteId ?? 0)),
    name: sites.map(({ siteName }) => siteName),
    mn: sites.map(({ mn }) => mn),
    entity: sites.map(({ entityId }) => places.get(entityId)),
    longitude: sites.map(({ longitude }) => toDegrees(longitude)),
    latitude: sites.map(({ latitude }) => toDegrees(latitude)),
    simulated: sites.map(({ simulated }) => digit(simulated)).join(''),
    interval: sites.map(({ interval }) => interval),
  };
  return toSnapshotPart(columns, head);
}

function describeChannel(channel: MapChannel, language: Language) {
  const { channelCode: code, gbCode, unit, decimals, dataType, levels } = channel;
  const bands = levels.map((band) => ({
    upTo: band.upTo ?? null,
    colour: band.colour,
    name: localised({ ...band }, 'name', language),
  }));
  const name = localised({ ...channel }, 'channelName', language);
  return { code, gbCode, name, unit, decimals, dataType, bands };
}

/** The values and states of sites. */
export function writeValues({ channels }: MapRegistry, sites: readonly MapSiteState[]): SnapshotPart {
  const flagged = sites.flatMap(({ exceptions }, site) =>
    exceptions.map((exception) => ({ site, ...exception })),
  );
  return toSnapshotPart(
    {
      state: sites.map(({ state }) => siteStates.indexOf(state)).join(''),
      ts: sites.map(({ ts }) => ts),
    },
    {
      values: channels.map((_, channel) => sites.map(({ values }) => values[channel] ?? null)),
      exceptions: {
        site: flagged.map(({ site }) => site),
        channel: flagged.map(({ channel }) => channel),
        ts: flagged.map(({ ts }) => ts),
        flag: flagged.map(({ flag }) => flag),
        outOfRange: flagged.map(({ outOfRange }) => outOfRange),
      },
    },
  );
}

export function writeIndices(
  sites: readonly MapSiteState[],
  indexOf: (siteId: number) => SiteIndices | null,
): SnapshotPart {
  const bySite = sites.map(({ siteId }) => indexOf(siteId));
  const hours = [...new Set(bySite.flatMap((indices) => indices?.hour ?? []))];
  const places = new Map(hours.map((hour, place) => [hour, place]));
  const columnsOf = (key: MapIndex) => ({
    aqi: bySite.map((indices) => indices?.[key].aqi ?? null),
    primary: bySite.map((indices) => indices?.[key].primary ?? 0),
    reference: bySite.map((indices) => digit(indices?.[key].reference === true)).join(''),
    missing: bySite.map((indices) => indices?.[key].missing ?? 0),
  });
  return toSnapshotPart(
    { hour: bySite.map((indices) => (indices ? (places.get(indices.hour) ?? null) : null)) },
    { hours, index: Object.fromEntries(mapIndices.map((key) => [key, columnsOf(key)])) },
  );
}

function toDegrees(value: number | null): number | null {
  return value === null ? null : Math.round(value * degree) / degree;
}

/** Strips the braces, so that parts can be joined. */
function toSnapshotPart(columns: object, beside: object): SnapshotPart {
  return { columns: JSON.stringify(columns).slice(1, -1), beside: JSON.stringify(beside).slice(1, -1) };
}
