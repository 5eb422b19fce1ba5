import { roundHalfEven } from '@limpid/aqi/decimal';
import { formatChange, formatDecimal } from '../lib/format.ts';
import type { ChannelLevels } from './channel-levels.ts';
import { findBand, type LevelStep } from './level.ts';

interface ScaleFacts {
  title: string;
  unit: string;
  /** The decimals of a value, and of the number that decides its level. */
  decimals: number;
  levelDecimals: number;
  steps: readonly LevelStep[];
}

/** How values of a channel or of an index are named, written and coloured. */
export interface MeasureScale extends ScaleFacts {
  /** The number without its unit. */
  format: (value: number) => string;
  formatWithUnit: (value: number) => string;
  /** A difference with its sign, without its unit. */
  formatChange: (value: number) => string;
  findStep: (value: number) => LevelStep | undefined;
}

export function makeMeasureScale(facts: ScaleFacts, language: string): MeasureScale {
  const { unit, decimals, levelDecimals, steps } = facts;
  const format = (value: number) => formatDecimal(value, decimals, language);
  return {
    ...facts,
    format,
    formatWithUnit: (value) => (unit ? `${format(value)} ${unit}` : format(value)),
    formatChange: (value) => formatChange(value, decimals, language),
    findStep: (value) => findBand(steps, roundHalfEven(value, levelDecimals)),
  };
}

/** The scale of daily means by date, made of that of hours and the levels of a day; a standard has one scale. */
export function openDayScale(
  hours: MeasureScale,
  findLevels: (day: string) => ChannelLevels,
  language: string,
): (day: string) => MeasureScale {
  const known = new Map<string | undefined, MeasureScale>();
  return (day) => {
    const { steps, standard } = findLevels(day);
    const scale = known.get(standard) ?? makeMeasureScale({ ...hours, steps }, language);
    known.set(standard, scale);
    return scale;
  };
}
