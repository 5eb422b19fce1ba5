import { polarSteps } from '@limpid/aqi/statistics/polar-plot';
import type { SiteRoses } from '@limpid/contract/analysis/rose';

/** One class of one direction, or one cell of the polar plot. A bound that does not apply is null, as is calm air's direction. */
interface RoseRow {
  chart: 'wind' | 'pollution' | 'polar';
  direction: number | null;
  speedFrom: number | null;
  speedTo: number | null;
  valueFrom: number | null;
  valueTo: number | null;
  count: number;
  mean: number | null;
}

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
  { sectors, calm, bounds }: NonNullable<SiteRoses['wind']>,
): RoseRow[] {
  const unbounded = { speedFrom: null, speedTo: null, valueFrom: null, valueTo: null };
  return [...sectors, { direction: null, counts: calm.counts }].flatMap(({ direction, counts }) =>
    counts.map((count, level) => {
      const [from, to] = [bounds[level - 1] ?? null, bounds[level] ?? null];
      const limits = chart === 'wind' ? { speedFrom: from, speedTo: to } : { valueFrom: from, valueTo: to };
      return { chart, direction, ...unbounded, ...limits, count, mean: null };
    }),
  );
}

function listCells({ cells, maxSpeed }: NonNullable<SiteRoses['polar']>): RoseRow[] {
  const half = maxSpeed / polarSteps.speed / 2;
  return cells.map(({ direction, speed, count, mean }) => ({
    chart: 'polar',
    direction,
    speedFrom: speed - half,
    speedTo: speed + half,
    valueFrom: null,
    valueTo: null,
    count,
    mean,
  }));
}
