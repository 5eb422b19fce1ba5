import { roundHalfEven } from '@limpid/aqi/decimal';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { isHourOld, isStale } from '../../air/freshness.ts';
import { drawLevels, findLevel, type Step } from '../../lib/level.ts';
import type { IndexScale } from '../../resource/air/use-index-scale.ts';
import type { MapSite } from './map-site.ts';
import { indexLayer } from './map-view.ts';

export type MapChannel = MapSnapshot['channels'][number];

/** What the sites are coloured by: the steps of an index or of a channel, the best first. */
export interface Scale {
  layer: string;
  title: string;
  unit: string;
  decimals: number;
  steps: readonly Step[];
  read: (site: MapSite) => { value: number; ts: number } | undefined;
}

/** A channel without bands, or a value in none. */
const plain = '#d5dbe3';

interface ScaleFacts {
  layer: string;
  index: IndexScale;
  channels: readonly MapChannel[];
  isSafe: boolean;
}

export function makeScale({ layer, index, channels, isSafe }: ScaleFacts): Scale {
  const channel = channels.find(({ code }) => code === layer);
  if (!channel || layer === indexLayer) {
    return {
      layer: indexLayer,
      title: index.title,
      unit: '',
      decimals: 0,
      steps: index.steps,
      read: ({ indices }) => {
        const value = indices?.[index.rule.key].aqi ?? undefined;
        return indices && value !== undefined ? { value, ts: indices.hour } : undefined;
      },
    };
  }
  return {
    layer,
    title: channel.name,
    unit: channel.unit ?? '',
    decimals: channel.decimals,
    steps: drawLevels(channel.bands, isSafe),
    read: ({ values }) => {
      const found = values.get(layer);
      return found && found.value !== null ? { value: found.value, ts: found.ts } : undefined;
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

export function lookAt(site: MapSite, scale: Scale, now: number): SiteLook {
  const found = scale.read(site);
  const isOld =
    scale.layer === indexLayer
      ? found !== undefined && isHourOld(found.ts, now)
      : isStale(found?.ts ?? null, site.interval, now);
  return {
    ...lookOf(scale, found?.value),
    isFaded: site.state !== 'on' || found === undefined || isOld,
  };
}

/** How a number looks on a scale. It is rounded once, here: the number that is shown decides the colour. */
export function lookOf(scale: Scale, number: number | undefined): Omit<SiteLook, 'isFaded'> {
  const value = number === undefined ? undefined : roundHalfEven(number, scale.decimals);
  const step = value === undefined ? undefined : findLevel(scale.steps, value);
  return {
    value,
    level: step ? scale.steps.indexOf(step) + 1 : 0,
    fill: step?.fill ?? plain,
    ink: step?.ink ?? '#000000',
    name: step?.name ?? '',
  };
}
