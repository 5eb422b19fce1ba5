import { roundHalfEven } from '@limpid/aqi/decimal';
import type { Channel } from '../../../air/channel.ts';
import { isHourStale, isValueStale } from '../../../air/freshness.ts';
import type { IndexScale } from '../../../air/index-scale.ts';
import { findBand, type LevelStep } from '../../../air/level.ts';
import type { MapSite } from '../map-site.ts';
import { indexLayer } from '../map-view.ts';

/** What sites are coloured by: the steps of an index or of a channel, best first. */
export interface Scale {
  layer: string;
  title: string;
  unit: string;
  decimals: number;
  steps: readonly LevelStep[];
  read: (site: MapSite) => { value: number; ts: number } | undefined;
}

/** The colour of a value that belongs to no level. */
const plain = '#d5dbe3';

interface ScaleFacts {
  layer: string;
  index: IndexScale;
  channels: readonly Channel[];
}

export function makeScale({ layer, index, channels }: ScaleFacts): Scale {
  const channel = channels.find(({ code }) => code === layer);
  if (!channel || layer === indexLayer) {
    return {
      layer: indexLayer,
      title: index.title,
      unit: '',
      decimals: 0,
      steps: index.steps,
      read: ({ indices }) => {
        const value = indices?.[index.key].aqi ?? undefined;
        return indices && value !== undefined ? { value, ts: indices.hour } : undefined;
      },
    };
  }
  return {
    layer,
    title: channel.name,
    unit: channel.unit,
    decimals: channel.decimals,
    steps: channel.steps,
    read: ({ values }) => {
      const found = values.get(layer);
      return found && found.value !== null ? { value: found.value, ts: found.ts } : undefined;
    },
  };
}

/** How a site looks on the map and in the list. */
export interface SiteShade {
  value: number | undefined;
  /** The position of its step on the scale, from 1; 0 without a step. */
  level: number;
  fill: string;
  ink: string;
  name: string;
  /** Offline, stopped, or without a current value: drawn hollow and grey. */
  isStale: boolean;
}

export function shadeSite(site: MapSite, scale: Scale, now: number): SiteShade {
  const found = scale.read(site);
  const isTooOld =
    scale.layer === indexLayer
      ? found !== undefined && isHourStale(found.ts, now)
      : isValueStale(found?.ts ?? null, site.interval, now);
  return {
    ...shadeValue(scale, found?.value),
    isStale: site.state !== 'on' || found === undefined || isTooOld,
  };
}

/** How a number looks on a scale. This is the only place that rounds it: the number that is shown decides the colour. */
export function shadeValue(scale: Scale, number: number | undefined): Omit<SiteShade, 'isStale'> {
  const value = number === undefined ? undefined : roundHalfEven(number, scale.decimals);
  const step = value === undefined ? undefined : findBand(scale.steps, value);
  return {
    value,
    level: step ? scale.steps.indexOf(step) + 1 : 0,
    fill: step?.fill ?? plain,
    ink: step?.ink ?? '#000000',
    name: step?.name ?? '',
  };
}
