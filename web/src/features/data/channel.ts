import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { Channel } from '../../air/channel.ts';
import { colourLevels } from '../../air/level.ts';
import { type ResourceRow, toText } from '../../resource/row.ts';

/** A channel of the list of channels, and whether maps show it. */
interface ListedChannel extends Channel {
  isOnMap: boolean;
}

const parts = (value: unknown): ResourceRow[] => (Array.isArray(value) ? value : []);

export function readChannel(row: ResourceRow, language: Language, colourBlindSafe: boolean): ListedChannel {
  const levels = parts(row['levels']).map((level) => ({
    upTo: typeof level['upTo'] === 'number' ? level['upTo'] : null,
    colour: toText(level['colour']),
    name: localised(level, 'name', language),
  }));
  return {
    code: toText(row['channelCode']),
    name: localised(row, 'channelName', language),
    unit: toText(row['unit']),
    decimals: Number(row['decimals'] ?? 0),
    dataType: toText(row['dataType']),
    steps: colourLevels(levels, colourBlindSafe),
    meanings: parts(row['pairs']).map((pair) => ({
      value: Number(pair['value']),
      name: localised(pair, 'desc', language),
    })),
    isOnMap: row['mapDisplay'] === true,
  };
}
