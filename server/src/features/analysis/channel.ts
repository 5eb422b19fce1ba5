import { fail } from '@limpid/contract/errors';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { getChannel } from '../data/data.api.ts';
import type { ReadingSource, StoredChannel } from '../reading/reading.api.ts';

/** The channel of the code; directions and states have no order and no mean, so they are refused. */
export function findNumericChannel(source: ReadingSource, code: string): StoredChannel {
  const channel = getChannel(source, code);
  const { dataType } = channel;
  if (dataType !== 'number' && dataType !== 'level') fail('analysis.channel', { code }, 'channel');
  return channel;
}

/** A channel, or an index, which is no channel. */
export type Measured = StoredChannel | MapIndex;

/** The channel of a query; without one, its index. */
export function findMeasured(
  source: ReadingSource,
  { channel, index = 'china' }: { channel?: string | undefined; index?: MapIndex | undefined },
): Measured {
  return channel === undefined ? index : findNumericChannel(source, channel);
}
