import { polarSteps } from '@limpid/aqi/statistics/polar-plot';
import type { SiteRoses } from '@limpid/contract/analysis/rose';

/**
 * The hours of one class of a direction, of all its classes together, or of one cell of the polar plot. A bound that does
 * not apply is null, as is the direction of calm air.
 */
interface RoseRow {
  chart: 'wind' | 'pollution' | 'polar';
  direction: number | null;
  /** All classes of the direction together. */
  isTotal: boolean;
  speedFrom: number | null;
  speedTo: number | null;
  valueFrom: number | null;
  valueTo: number | null;
  count: number;
  /** The part of all hours, calm ones included. */
  share: number;
  /** The mean concentration; a class has none. */
  mean: number | null;
}

const unbounded = { speedFrom: null, speedTo: null, valueFrom: null, valueTo: null };

/** Both roses and the polar plot as rows of one table. */
export function listRoseRows({ wind, pollution, polar }: SiteRoses): RoseRow[] {
  return [
    ...(wind ? listClasses('wind', wind) : []),
    ...(pollution ? listClasses('pollution', pollution) : []),
    ...(polar ? listCells(polar) : []),
  ];
}

function listClasses(
  chart: 'wind' | 'pollution',
  { sectors, calm, bounds, count: all }: NonNullable<SiteRoses['wind']>,
): RoseRow[] {
  return [...sectors, { direction: null, ...calm }].flatMap(({ direction, counts, mean }) => {
    const base = { chart, direction, ...unbounded };
    const classes = counts.map((count, level): RoseRow => {
      const [from, to] = [bounds[level - 1] ?? null, bounds[level] ?? null];
      const limits = chart === 'wind' ? { speedFrom: from, speedTo: to } : { valueFrom: from, valueTo: to };
      return { ...base, ...limits, isTotal: false, count, share: shareOf(count, all), mean: null };
    });
    const count = counts.reduce((sum, one) => sum + one, 0);
    return [...classes, { ...base, isTotal: true, count, share: shareOf(count, all), mean }];
  });
}

function listCells({ cells, maxSpeed, calm, count: all }: NonNullable<SiteRoses['polar']>): RoseRow[] {
  const half = maxSpeed / polarSteps.speed / 2;
  const base = { chart: 'polar' as const, isTotal: false, ...unbounded };
  return [
    ...cells.map(
      ({ direction, speed, count, mean }): RoseRow => ({
        ...base,
        direction,
        speedFrom: speed - half,
        speedTo: speed + half,
        count,
        share: shareOf(count, all),
        mean,
      }),
    ),
    { ...base, direction: null, ...calm, share: shareOf(calm.count, all) },
  ];
}

function shareOf(count: number, all: number): number {
  return all === 0 ? 0 : count / all;
}
