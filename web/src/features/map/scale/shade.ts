import { roundHalfEven } from '@limpid/aqi/decimal';
import { mapPollutants } from '@limpid/contract/map/site-update';
import { type Channel, hasMean } from '../../../air/channel.ts';
import { isHourStale, isValueStale } from '../../../air/freshness.ts';
import type { IndexScale } from '../../../air/index-scale.ts';
import { findBand, type LevelStep } from '../../../air/level.ts';
import { formatDecimal } from '../../../lib/format.ts';
import type { MapSite } from '../map-site.ts';
import { indexLayer } from '../map-view.ts';

/** What sites are coloured by: the steps of an index or of a channel, best first. */
export interface Scale {
  layer: string;
  title: string;
  unit: string;
  decimals: number;
  steps: readonly LevelStep[];
  /** Whether a value can be higher than another: a direction or a state cannot. */
  isOrdered: boolean;
  /** An index of a single hour, which a new site has after its first full hour. */
  isHourly: boolean;
  read: (site: MapSite) => { value: number; ts: number } | undefined;
  /** The channels of which a site shows a value while it has no index, the most important first. */
  substitutes: readonly Channel[];
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
      isOrdered: true,
      isHourly: index.rule?.averaging === 'hour',
      read: ({ indices }) => {
        const value = indices?.[index.key].aqi ?? undefined;
        return indices && value !== undefined ? { value, ts: indices.hour } : undefined;
      },
      substitutes: mapPollutants.flatMap((code) => channels.find((one) => one.code === code) ?? []),
    };
  }
  return {
    layer,
    title: channel.name,
    unit: channel.unit,
    decimals: channel.decimals,
    steps: channel.steps,
    isOrdered: hasMean(channel),
    isHourly: false,
    read: ({ values }) => {
      const found = values.get(layer);
      return found && found.value !== null ? { value: found.value, ts: found.ts } : undefined;
    },
    substitutes: [],
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
  /** The newest value of a pollutant, while the site has no index: it belongs to no level and is not ranked. */
  substitute?: Substitute | undefined;
}

interface Substitute {
  channel: Channel;
  value: number;
  ts: number;
  /** Why there is no index: the first full hour is not over, or what was measured does not give one. */
  reason: 'firstHour' | 'noIndex';
}

export function shadeSite(site: MapSite, scale: Scale, now: number): SiteShade {
  const found = scale.read(site);
  const isTooOld =
    scale.layer === indexLayer
      ? found !== undefined && isHourStale(found.ts, now)
      : isValueStale(found?.ts ?? null, site.interval, now);
  const substitute = found === undefined ? findSubstitute(site, scale, now) : undefined;
  return {
    ...shadeValue(scale, found?.value),
    isStale: site.state !== 'on' || (found === undefined && !substitute) || isTooOld,
    substitute,
  };
}

function findSubstitute(
  { state, values, interval, indices }: MapSite,
  { substitutes, isHourly }: Scale,
  now: number,
): Substitute | undefined {
  if (state !== 'on') return undefined;
  for (const channel of substitutes) {
    const found = values.get(channel.code);
    if (!found || found.value === null || isValueStale(found.ts, interval, now)) continue;
    // A site has indices, though perhaps without values, as soon as it has an hour.
    const reason = indices === null && isHourly ? 'firstHour' : 'noIndex';
    return { channel, value: roundHalfEven(found.value, channel.decimals), ts: found.ts, reason };
  }
  return undefined;
}

/** How a number looks on a scale. This is the only place that rounds it: the number that is shown decides the colour. */
export function shadeValue(
  scale: Scale,
  number: number | undefined,
): Omit<SiteShade, 'isStale' | 'substitute'> {
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

/** The number of a site: on the scale, or of the pollutant that stands in for it; a dash if there is none. */
export function formatShade({ value, substitute }: SiteShade, { decimals }: Scale, language: string): string {
  if (value !== undefined) return formatDecimal(value, decimals, language);
  return substitute ? formatDecimal(substitute.value, substitute.channel.decimals, language) : '—';
}

/** What the number of a site is: of the scale, or of the pollutant that stands in for it. */
export function nameFigure({ substitute }: SiteShade, scale: Scale): Pick<Scale, 'title' | 'unit'> {
  return substitute ? { title: substitute.channel.name, unit: substitute.channel.unit } : scale;
}
