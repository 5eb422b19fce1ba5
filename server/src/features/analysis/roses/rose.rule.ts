import { computeMean } from '@limpid/aqi/decimal';
import { percentileOf, sortValues } from '@limpid/aqi/statistics/percentile';
import { makePolarPlot, type PolarPlot } from '@limpid/aqi/statistics/polar-plot';
import { makeRose, type Rose, type WindHour } from '@limpid/aqi/statistics/wind-rose';
import { isHourValid } from '@limpid/aqi/validity';
import type { SiteRoses } from '@limpid/contract/analysis/rose';
import { presentReading, type Series } from '../../reading/reading.api.ts';
import type { AveragingScale } from '../averaging-scale.rule.ts';
import { isRunningHour } from '../valid-hours.rule.ts';

/** Metres per second. */
const speedBounds = [2, 4, 6, 8];
const fifths = [20, 40, 60, 80];

interface HourSeries {
  direction: Series | undefined;
  speed: Series | undefined;
  value: Series | undefined;
}

interface RoseFacts {
  /** The decimals of the concentration. */
  decimals: number;
  scale: AveragingScale;
  /** Upper bounds of the classes of concentration; fifths of the hours by default. */
  bounds?: readonly number[] | undefined;
  now: number;
}

/** The roses and the polar plot of the hours of one site. */
export function makeSiteRoses(
  series: HourSeries,
  { decimals, scale, bounds, now }: RoseFacts,
): Omit<SiteRoses, 'zone' | 'lacking' | 'flags'> & { lacking: WindQuantity[] } {
  const { hours, ...left } = joinHours(series, now);
  const hasWind = hours.some(({ speed, direction }) => speed !== null && direction !== null);
  const valueBounds = bounds ? [...new Set(bounds)].toSorted((a, b) => a - b) : splitInFifths(hours);
  // Means are formed of energies for sound; classes are those of the levels.
  const linear = hours.map((hour) => ({ ...hour, value: convert(hour.value ?? null, scale.toLinear) }));
  const byDirection = makeRose(linear, { bounds: [], by: 'value' });
  const speeds = hours.flatMap(({ speed }) => speed ?? []);
  const present = (mean: number | null) => presentReading(convert(mean, scale.fromLinear));
  const presentRose = (limits: readonly number[], { sectors, calm, ...counts }: Rose) => ({
    ...counts,
    bounds: limits.map(presentReading),
    sectors: sectors.map((sector, n) => ({
      ...sector,
      mean: present(byDirection.sectors[n]?.mean ?? null),
    })),
    calm: { ...calm, mean: present(byDirection.calm.mean) },
  });
  const presentPolarPlot = ({ cells, calm, ...counts }: PolarPlot) => ({
    ...counts,
    cells: cells.map((cell) => ({ ...cell, mean: presentReading(scale.fromLinear(cell.mean)) })),
    calm: { ...calm, mean: present(calm.mean) },
  });
  const pollution = { bounds: valueBounds, by: 'value', decimals } as const;
  return {
    hours: hours.length,
    ...left,
    meanSpeed: presentReading(computeMean(speeds)),
    lacking: (['speed', 'direction'] as const).filter((one) => hours.every((hour) => hour[one] === null)),
    wind: hasWind ? presentRose(speedBounds, makeRose(hours, { bounds: speedBounds, by: 'speed' })) : null,
    pollution: hasWind ? presentRose(valueBounds, makeRose(hours, pollution)) : null,
    polar: hasWind ? presentPolarPlot(makePolarPlot(linear)) : null,
  };
}

type WindQuantity = SiteRoses['lacking'][number]['quantity'];

function convert(value: number | null, by: (value: number) => number): number | null {
  return value === null ? null : by(value);
}

/** One entry per hour that has any of the three values; hours in which one has too little valid time are counted once. */
function joinHours(
  series: HourSeries,
  now: number,
): { hours: WindHour[] } & Pick<SiteRoses, 'dropped' | 'running'> {
  const hours = new Map<number, WindHour>();
  const short = new Set<number>();
  let running = 0;
  for (const name of ['direction', 'speed', 'value'] as const) {
    const { at = [], values = [], covered = [] } = series[name] ?? {};
    for (const [position, ts] of at.entries()) {
      if (isRunningHour(ts, now)) {
        running = 1;
        continue;
      }
      const hour = hours.get(ts) ?? { direction: null, speed: null, value: null };
      hours.set(ts, hour);
      if (isHourValid(covered[position] ?? 0, 1)) hour[name] = presentReading(values[position] ?? null);
      else short.add(ts);
    }
  }
  return { hours: [...hours.values()], dropped: short.size, running };
}

/** Bounds that divide the concentrations into five classes of about equal size. */
function splitInFifths(hours: readonly WindHour[]): number[] {
  const sorted = sortValues(hours.map(({ value }) => value ?? null));
  return [...new Set(fifths.flatMap((percent) => percentileOf(sorted, percent) ?? []))];
}
