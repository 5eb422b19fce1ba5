import type { channel } from '@limpid/contract/basedata/channel';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import type { Channel } from '../../air/channel.ts';
import { colourLevels } from '../../air/level.ts';

/** A channel of the list of channels, and whether maps show it. */
export interface ListedChannel extends Channel {
  isOnMap: boolean;
}

type ChannelRow = Pick<
  RowOf<typeof channel>,
  | 'channelCode'
  | 'gbCode'
  | 'channelName'
  | 'unit'
  | 'decimals'
  | 'dataType'
  | 'mapDisplay'
  | 'levels'
  | 'pairs'
>;

export function readChannel(row: ChannelRow, language: Language, colourBlindSafe: boolean): ListedChannel {
  const levels = row.levels.map((level) => ({
    upTo: level.upTo ?? null,
    colour: level.colour,
    name: localised(level, 'name', language),
  }));
  return {
    code: row.channelCode,
    gbCode: row.gbCode,
    name: localised(row, 'channelName', language),
    unit: row.unit ?? '',
    decimals: row.decimals,
    dataType: row.dataType,
    steps: colourLevels(levels, colourBlindSafe),
    meanings: row.pairs.map((pair) => ({
      value: pair.value,
      name: localised(pair, 'desc', language),
    })),
    isOnMap: row.mapDisplay,
  };
}
