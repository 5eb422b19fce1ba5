import { divideNearest, divideUp, type Rounding, scaleDecimal } from '../decimal.ts';

export type Unit = 'µg/m³' | 'mg/m³' | 'ppb' | 'ppm';

/** Concentrations from `low` to `high` are interpolated to indices from `indexLow` to `indexHigh`. */
export type IndexSegment = readonly [low: number, high: number, indexLow: number, indexHigh: number];

/** A row whose index is interpolated linearly. */
interface SlopedRow {
  readonly kind: 'sloped';
  readonly unit: Unit;
  readonly decimals: number;
  readonly rounding: Rounding;
  readonly result: 'up' | 'nearest';
  readonly segments: readonly IndexSegment[];
  /** The segments with concentrations as integers of the last decimal. */
  readonly scaled: readonly IndexSegment[];
  /** The index above the last segment: a fixed one, none, or an extrapolation of the last line. */
  readonly above: number | 'none' | 'prolonged';
}

/** A row whose index is the number of the band: the first whose upper bound is not exceeded. */
interface BandRow {
  readonly kind: 'bands';
  readonly unit: Unit;
  readonly bounds: readonly number[];
  /** Whether the concentration is rounded to a whole number first. */
  readonly whole: boolean;
}

export type IndexRow = SlopedRow | BandRow;

export function slopedRow(row: Omit<SlopedRow, 'kind' | 'scaled'>): IndexRow {
  const scale = (concentration: number) => scaleDecimal(concentration, row.decimals, 'half-even');
  const scaled = row.segments.map(
    ([low, high, indexLow, indexHigh]): IndexSegment => [scale(low), scale(high), indexLow, indexHigh],
  );
  return { ...row, kind: 'sloped', scaled };
}

export function bandRow(bounds: readonly number[], whole = false): IndexRow {
  return { kind: 'bands', unit: 'µg/m³', bounds, whole };
}

/** The sub-index of a concentration in the row's unit; null for an invalid concentration, or if there is no sub-index. */
export function computeSubIndex(row: IndexRow, concentration: number): number | null {
  if (!Number.isFinite(concentration) || concentration < 0) return null;
  return row.kind === 'bands' ? bandOf(row, concentration) : interpolate(row, concentration);
}

function bandOf({ bounds, whole }: BandRow, concentration: number): number {
  const compared = whole ? scaleDecimal(concentration, 0, 'half-even') : concentration;
  const band = bounds.findIndex((bound) => compared <= bound);
  return (band === -1 ? bounds.length : band) + 1;
}

function interpolate(row: SlopedRow, concentration: number): number | null {
  const scaled = scaleDecimal(concentration, row.decimals, row.rounding);
  const segment = row.scaled.find(([, high]) => scaled <= high);
  if (segment) return scaled < segment[0] ? null : indexOnLine(segment, scaled, row.result);
  if (typeof row.above === 'number') return row.above;
  const last = row.above === 'prolonged' ? row.scaled.at(-1) : undefined;
  return last ? indexOnLine(last, scaled, row.result) : null;
}

function indexOnLine(segment: IndexSegment, scaled: number, result: SlopedRow['result']): number | null {
  const [low, high, indexLow, indexHigh] = segment;
  const span = high - low;
  const numerator = (indexHigh - indexLow) * (scaled - low) + indexLow * span;
  // An extrapolated line may meet impossible concentrations; no index is better than an inexact one.
  if (!Number.isSafeInteger(2 * numerator + span)) return null;
  return result === 'up' ? divideUp(numerator, span) : divideNearest(numerator, span);
}
