import type { MapSnapshot } from '@limpid/contract/map/sites';
import { colourLevels, type LevelStep } from './level.ts';

interface Meaning {
  value: number;
  name: string;
}

/** A measured quantity, in the reader's language and colours. */
export interface Channel {
  code: string;
  /** The code of HJ 212, by which the pollutants of an index are recognised. */
  gbCode?: string;
  name: string;
  unit: string;
  decimals: number;
  dataType: string;
  /** The levels of its values, lowest first; empty if none are defined. */
  steps: readonly LevelStep[];
  /** What the numbers of an enumeration or a switch stand for. */
  meanings: readonly Meaning[];
}

/** The code of the channel that measures how strong the wind is. */
export const windSpeedCode = 'WS';

export function toChannel(
  { bands, unit, ...channel }: MapSnapshot['channels'][number],
  colourBlindSafe: boolean,
): Channel {
  return { ...channel, unit: unit ?? '', steps: colourLevels(bands, colourBlindSafe), meanings: [] };
}

/** Directions and states have no mean to compare. */
export function hasMean({ dataType }: Pick<Channel, 'dataType'>): boolean {
  return dataType === 'number' || dataType === 'level';
}
