import type { MapIndex } from '@limpid/contract/map/site-update';
import type { Channel } from '../../../air/channel.ts';
import type { IndexScale } from '../../../air/index-scale.ts';

/** What is distributed: a channel, or an index. */
export interface Measured extends Channel {
  /** The index, and what its hours are in words; undefined for a channel. */
  index?: { key: MapIndex; hours: string };
}

/** The index in the form of a channel, whose code is empty. */
export function measureIndex({ key, title, steps }: IndexScale, hours: string): Measured {
  return {
    code: '',
    name: title,
    unit: '',
    decimals: 0,
    dataType: 'number',
    steps,
    meanings: [],
    index: { key, hours },
  };
}

/** The channel or the index as a part of a query. */
export function queryMeasured({ code, index }: Measured): { channel: string } | { index: MapIndex } {
  return index ? { index: index.key } : { channel: code };
}
