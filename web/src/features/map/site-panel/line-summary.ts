import { computeMean } from '@limpid/aqi/decimal';
import { averageNoise } from '@limpid/aqi/noise';
import { averageWind } from '@limpid/aqi/wind';

interface Extreme {
  value: number;
  ts: number;
}

/** A direction has no lowest and highest value. */
interface LineSummary {
  lowest: Extreme | undefined;
  highest: Extreme | undefined;
  mean: number | null;
}

interface Line {
  ts: readonly number[];
  values: readonly (number | null)[];
}

/** Summarises the values of a line; undefined without values, and for enumerations and switches. */
export function summariseLine({ ts, values }: Line, dataType: string): LineSummary | undefined {
  const measured = ts.flatMap((moment, at): Extreme[] => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ value, ts: moment }];
  });
  const [first] = measured;
  if (!first || dataType === 'enum' || dataType === 'switch') return undefined;
  const numbers = measured.map(({ value }) => value);
  if (dataType === 'direction') {
    const { direction: mean } = averageWind(numbers.map((direction) => ({ direction })));
    return { lowest: undefined, highest: undefined, mean };
  }
  return {
    lowest: measured.reduce((least, one) => (one.value < least.value ? one : least), first),
    highest: measured.reduce((most, one) => (one.value > most.value ? one : most), first),
    mean: dataType === 'level' ? averageNoise(numbers) : computeMean(numbers),
  };
}
