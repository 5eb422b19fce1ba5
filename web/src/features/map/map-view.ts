import { type SiteState, siteStates } from '@limpid/contract/map/site-update';
import type { LngLat } from '../../map/map.ts';

/** What the map shows. All of it is in the address, so that a view can be shared. */
export interface MapView {
  centre: LngLat | undefined;
  zoom: number | undefined;
  /** What sites are coloured by: the index, or a channel by its code. */
  layer: string;
  search: string;
  entityIds: readonly number[];
  levels: readonly number[];
  states: readonly SiteState[];
  siteId: number | undefined;
  /** The alarm to show first in the panel of the site. */
  alarmId: number | undefined;
  /** A closed hour, as epoch milliseconds, at which the time-lapse opens. */
  hour: number | undefined;
  /** The chosen reference station, by its code. */
  station: string | undefined;
  surface: boolean;
  wind: boolean;
  references: boolean;
  /** Fog cannons, for those who may see them; shown unless somebody hides them. */
  cannons: boolean;
}

export const indexLayer = 'aqi';
/** The largest number of levels a channel may have. */
const mostLevels = 12;

export const wholeView: MapView = {
  centre: undefined,
  zoom: undefined,
  layer: indexLayer,
  search: '',
  entityIds: [],
  levels: [],
  states: [],
  siteId: undefined,
  alarmId: undefined,
  hour: undefined,
  station: undefined,
  surface: false,
  wind: false,
  references: false,
  cannons: true,
};

/** The layers of a view whose address names none. */
type FirstLayers = Pick<MapView, 'surface' | 'wind' | 'references'>;
const noLayers: FirstLayers = wholeView;
/** The demonstration opens with what the map can do. */
export const demoLayers: FirstLayers = { surface: true, wind: true, references: false };
/** The layers in the address of a view that hides those it would open with. */
const hidden = 'none';

/** Unreadable parts are ignored: an address that was truncated in an e-mail still opens the map. */
export function readView(address: URLSearchParams, first: FirstLayers = noLayers): MapView {
  const [longitude, latitude, zoom] = (address.get('at') ?? '').split(',').map(readNumber);
  const isPlace =
    longitude !== undefined &&
    latitude !== undefined &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90;
  const shown = (address.get('show') ?? listLayers(first)).split(',');
  return {
    centre: isPlace ? [longitude, latitude] : undefined,
    zoom: isPlace && zoom !== undefined && zoom >= 0 && zoom <= 22 ? zoom : undefined,
    layer: address.get('by') || indexLayer,
    search: address.get('q') ?? '',
    entityIds: readIds(address.get('entity')),
    levels: readIds(address.get('level')).filter((level) => level <= mostLevels),
    states: (address.get('state') ?? '')
      .split(',')
      .flatMap((text) => siteStates.find((s) => s === text) ?? []),
    siteId: readIds(address.get('site'))[0],
    alarmId: readIds(address.get('alarm'))[0],
    hour: readIds(address.get('hour'))[0],
    station: address.get('station') || undefined,
    surface: shown.includes('surface'),
    wind: shown.includes('wind'),
    references: shown.includes('references'),
    cannons: !(address.get('hide') ?? '').split(',').includes('cannons'),
  };
}

/** The address of a view; parameters that do not belong to the map stay in it. */
export function writeView(
  view: MapView,
  address: URLSearchParams,
  first: FirstLayers = noLayers,
): URLSearchParams {
  const { centre, zoom, layer } = view;
  const round = (number: number) => String(Math.round(number * 1e4) / 1e4);
  const shown = listLayers(view);
  const parameters: Record<string, string> = {
    at: centre ? [...centre, zoom ?? 8].map(round).join(',') : '',
    by: layer === indexLayer ? '' : layer,
    q: view.search.trim(),
    entity: view.entityIds.join(','),
    level: view.levels.join(','),
    state: view.states.join(','),
    site: String(view.siteId ?? ''),
    alarm: String(view.alarmId ?? ''),
    hour: String(view.hour ?? ''),
    station: view.station ?? '',
    show: shown === listLayers(first) ? '' : shown || hidden,
    hide: view.cannons ? '' : 'cannons',
  };
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(parameters)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

function listLayers({ surface, wind, references }: FirstLayers): string {
  return [surface && 'surface', wind && 'wind', references && 'references'].filter(Boolean).join(',');
}

function readNumber(text: string): number | undefined {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}

function readIds(text: string | null): number[] {
  return (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);
}
