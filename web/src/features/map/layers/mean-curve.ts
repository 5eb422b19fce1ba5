import { averageNoise } from '@limpid/aqi/noise';
import type { MapHours } from '@limpid/contract/map/hours';
import { hasMean } from '../../../air/channel.ts';

/**
 * The mean of the sites that have a value in each hour; undefined for an hour without any. Sound levels have an energetic mean,
 * directions and states none.
 */
export function meansByHour({ values }: Pick<MapHours, 'values'>, dataType: string): (number | undefined)[] {
  if (!hasMean({ dataType })) return [];
  return values.map((numbers) => {
    const known = numbers.filter((value) => value !== null);
    if (known.length === 0) return undefined;
    if (dataType === 'level') return averageNoise(known) ?? undefined;
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

/** The path of a curve from the lowest to the highest value; it breaks where a value is missing. */
export function toCurve(
  means: readonly (number | undefined)[],
  { width, height }: { width: number; height: number },
): string {
  const known = means.filter((mean) => mean !== undefined);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (place: number) => (means.length > 1 ? (place / (means.length - 1)) * width : 0);
  const y = (mean: number) => (high > low ? height - ((mean - low) / (high - low)) * height : height / 2);
  const round = (number: number) => Math.round(number * 10) / 10;
  return means
    .flatMap((mean, place) => {
      if (mean === undefined) return [];
      const move = means[place - 1] === undefined ? 'M' : 'L';
      return [`${move}${round(x(place))} ${round(y(mean))}`];
    })
    .join('');
}
