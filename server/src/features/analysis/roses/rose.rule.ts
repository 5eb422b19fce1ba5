import { percentileOf, sortValues } from '@limpid/aqi/statistics/percentile';
import { makePolarPlot, type PolarPlot } from '@limpid/aqi/statistics/polar-plot';
import { makeRose, type Rose, type WindHour } from '@limpid/aqi/statistics/wind-rose';
import { isHourValid } from '@limpid/aqi/validity';
import type { SiteRoses } from '@limpid/contract/analysis/rose';
import { presentReading, type Series } from '../../reading/reading.api.ts';

/** Metres per second. */
const speedBounds = [2, 4, 6, 8];
const fifths = [20, 40, 60, 80];

interface HourSeries {
  direction: Series | undefined;
  speed: Series | undefined;
  value: Series | undefined;
}

/** The roses and the polar plot of the hours of one site. */
export function makeSiteRoses(series: HourSeries, bounds?: readonly number[]): Omit<SiteRoses, 'zone'> {
  const { hours, dropped } = joinHours(series);
  const hasWind = hours.some(({ speed, direction }) => speed !== null && direction !== null);
  const valueBounds = bounds ? [...new Set(bounds)].toSorted((a, b) => a - b) : splitInFifths(hours);
  const roseOf = (by: 'speed' | 'value', limits: readonly number[]) =>
    hasWind ? presentRose(limits, makeRose(hours, { bounds: limits, by })) : null;
  return {
    hours: hours.length,
    dropped,
    wind: roseOf('speed', speedBounds),
    pollution: roseOf('value', valueBounds),
    polar: hasWind ? presentPolarPlot(makePolarPlot(hours)) : null,
  };
}

function presentRose(bounds: readonly number[], { sectors, calm, ...counts }: Rose): SiteRoses['wind'] {
  return {
    ...counts,
    bounds: bounds.map(presentReading),
    sectors: sectors.map((sector) => ({ ...sector, mean: presentReading(sector.mean) })),
    calm: { ...calm, mean: presentReading(calm.mean) },
  };
}

function presentPolarPlot({ cells, calm, ...counts }: PolarPlot): SiteRoses['polar'] {
  return {
    ...counts,
    cells: cells.map((cell) => ({ ...cell, mean: presentReading(cell.mean) })),
    calm: { ...calm, mean: presentReading(calm.mean) },
  };
}

/** One entry per hour that has any of the three values; values of hours with too little valid time are dropped. */
function joinHours(series: HourSeries): { hours: WindHour[]; dropped: number } {
  const hours = new Map<number, WindHour>();
  let dropped = 0;
  for (const name of ['direction', 'speed', 'value'] as const) {
    const { at = [], values = [], covered = [] } = series[name] ?? {};
    for (const [position, ts] of at.entries()) {
      const hour = hours.get(ts) ?? { direction: null, speed: null, value: null };
      hours.set(ts, hour);
      if (isHourValid(covered[position] ?? 0, 1)) hour[name] = values[position] ?? null;
      else dropped++;
    }
  }
  return { hours: [...hours.values()], dropped };
}

/** Bounds that divide the concentrations into five classes of about equal size. */
function splitInFifths(hours: readonly WindHour[]): number[] {
  const sorted = sortValues(hours.map(({ value }) => value ?? null));
  return [...new Set(fifths.flatMap((percent) => percentileOf(sorted, percent) ?? []))];
}
