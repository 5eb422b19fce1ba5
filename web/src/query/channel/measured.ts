import { indexCode } from '@limpid/contract/map/indices';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { IndexScale } from '../../air/index-scale.ts';
import type { ListedChannel } from './read-channel.ts';

/** What a screen can show of a site: a channel, or the index in the form of a channel. */
export interface MeasuredQuantity extends ListedChannel {
  /** The index, and what its hours and days are in words; undefined for a channel. */
  index?: IndexFacts;
}

interface IndexFacts {
  key: MapIndex;
  hours: string;
  days: string;
}

/** The index in the form of a channel. */
export function measureIndex(
  { key, title, steps }: IndexScale,
  facts: Omit<IndexFacts, 'key'>,
): MeasuredQuantity {
  return {
    code: indexCode,
    name: title,
    unit: '',
    decimals: 0,
    dataType: 'number',
    steps,
    meanings: [],
    isOnMap: false,
    index: { key, ...facts },
  };
}

/** The channel or the index as a part of a query. */
export function queryMeasured({ code, index }: Pick<MeasuredQuantity, 'code' | 'index'>) {
  return index ? { index: index.key } : { channel: code };
}

/** The decimals of a number beside an axis: the whole numbers of an index need none. */
export function tickDecimals(
  value: number,
  { index, decimals }: Pick<MeasuredQuantity, 'index' | 'decimals'>,
): number {
  return index && Number.isInteger(value) ? 0 : decimals;
}

/** The form in which means are shown: those of indices, which are whole numbers, have a decimal. */
export function averageMeasured<M extends Pick<MeasuredQuantity, 'index' | 'decimals'>>(measured: M): M {
  return measured.index ? { ...measured, decimals: 1 } : measured;
}
