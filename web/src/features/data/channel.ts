import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { drawLevels, type Step } from '../../lib/level.ts';
import { type ResourceRow, textOf } from '../../resource/row.ts';

interface Meaning {
  value: number;
  name: string;
}

/** A measured quantity as a reader of one language sees it. */
export interface Channel {
  code: string;
  name: string;
  unit: string;
  decimals: number;
  dataType: string;
  levels: Step[];
  /** What the numbers of an enumeration or a switch stand for. */
  meanings: Meaning[];
  isOnMap: boolean;
}

const parts = (value: unknown): ResourceRow[] => (Array.isArray(value) ? value : []);

export function readChannel(row: ResourceRow, language: Language, isSafe: boolean): Channel {
  const levels = parts(row['levels']).map((level) => ({
    upTo: typeof level['upTo'] === 'number' ? level['upTo'] : null,
    colour: textOf(level['colour']),
    name: localised(level, 'name', language),
  }));
  return {
    code: textOf(row['channelCode']),
    name: localised(row, 'channelName', language),
    unit: textOf(row['unit']),
    decimals: Number(row['decimals'] ?? 0),
    dataType: textOf(row['dataType']),
    levels: drawLevels(levels, isSafe),
    meanings: parts(row['pairs']).map((pair) => ({
      value: Number(pair['value']),
      name: localised(pair, 'desc', language),
    })),
    isOnMap: row['mapDisplay'] === true,
  };
}
