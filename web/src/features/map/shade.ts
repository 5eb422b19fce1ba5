import { roundHalfEven } from '@limpid/aqi/decimal';
import { type MapIndex, mapPollutants, type SiteIndex } from '@limpid/contract/map/news';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { findLevel, inkOn } from '../../lib/level.ts';
import { isStale, type MapSite } from './map-site.ts';
import { indexLayer } from './map-view.ts';

export type MapChannel = MapSnapshot['channels'][number];
type IndexRule = MapSnapshot['indices'][number];

/** One step of the legend: up to where it goes, how it is drawn and what it is called. */
export interface Step {
  upTo: number | null;
  fill: string;
  ink: string;
  name: string;
}

/** What the sites are coloured by: the steps of an index or of a channel, the best first. */
export interface Scale {
  layer: string;
  title: string;
  unit: string;
  decimals: number;
  steps: readonly Step[];
  read: (site: MapSite) => { value: number; ts: number } | undefined;
}

/** One hue from light to dark, for people who cannot tell the official colours apart. */
const safeColours = ['#e2edf9', '#b7d3f0', '#7fb0e2', '#4788c8', '#2260a3', '#0c376b'];
/** A channel without bands, or a value in none. */
const plain = '#d5dbe3';

interface ScaleFacts {
  layer: string;
  index: IndexRule;
  channels: readonly MapChannel[];
  isSafe: boolean;
  nameLevel: (index: MapIndex, key: string) => string;
  indexTitle: string;
}

export function makeScale({ layer, index, channels, isSafe, nameLevel, indexTitle }: ScaleFacts): Scale {
  const channel = channels.find(({ code }) => code === layer);
  const colour = (own: string, place: number) => (isSafe ? (safeColours[place] ?? '#0c376b') : own);
  const step = (upTo: number | null, own: string, name: string, place: number): Step => {
    const fill = colour(own, place);
    return { upTo, fill, ink: inkOn(fill), name };
  };
  if (!channel || layer === indexLayer) {
    return {
      layer: indexLayer,
      title: indexTitle,
      unit: '',
      decimals: 0,
      steps: index.levels.map(({ key, colour: own, max }, place) =>
        step(max, own, nameLevel(index.key, key), place),
      ),
      read: ({ indices }) => {
        const value = indices?.[index.key].aqi ?? undefined;
        return indices && value !== undefined ? { value, ts: indices.hour } : undefined;
      },
    };
  }
  return {
    layer,
    title: channel.name,
    unit: channel.unit ?? '',
    decimals: channel.decimals,
    steps: channel.bands.map((band, place) => step(band.upTo, band.colour, band.name, place)),
    read: ({ values }) => {
      const found = values.get(layer);
      return found && found.value !== null
        ? { value: roundHalfEven(found.value, channel.decimals), ts: found.ts }
        : undefined;
    },
  };
}

/** How a site looks on the map and in the list. */
export interface SiteLook {
  value: number | undefined;
  /** The place of its step on the scale, from 1; 0 where it has none. */
  level: number;
  fill: string;
  ink: string;
  name: string;
  /** Offline, switched off, or its value is of the past: drawn hollow and grey. */
  isFaded: boolean;
}

const hourMs = 3_600_000;

export function lookAt(site: MapSite, scale: Scale, now: number): SiteLook {
  const found = scale.read(site);
  const isOld =
    scale.layer === indexLayer
      ? // An hour is over when its index is made; it stays the newest for one more.
        found !== undefined && now - found.ts > 3 * hourMs
      : isStale(found?.ts ?? null, site.interval, now);
  return {
    ...lookOf(scale, found?.value),
    isFaded: site.state !== 'on' || found === undefined || isOld,
  };
}

/** How a number looks on a scale, whenever it was. */
export function lookOf(scale: Scale, value: number | undefined): Omit<SiteLook, 'isFaded'> {
  const step = value === undefined ? undefined : findLevel(scale.steps, value);
  return {
    value,
    level: step ? scale.steps.indexOf(step) + 1 : 0,
    fill: step?.fill ?? plain,
    ink: step?.ink ?? '#000000',
    name: step?.name ?? '',
  };
}

/** The pollutants that an index names as the primary ones. */
export function listPrimary({ primary }: SiteIndex): string[] {
  return mapPollutants.filter((_, bit) => (primary & (1 << bit)) !== 0);
}
