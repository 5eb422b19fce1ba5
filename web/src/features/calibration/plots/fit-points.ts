import { fitLine } from '@limpid/aqi/statistics/regression';

/** The line of least squares through points; null without variation. */
export function fitPoints(points: readonly { x: number; y: number }[]) {
  return fitLine({ x: points.map(({ x }) => x), y: points.map(({ y }) => y) });
}
