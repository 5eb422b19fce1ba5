import { fail } from '@limpid/contract/errors';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { translate } from '../../platform/texts.ts';
import { getChannel } from '../data/data.api.ts';
import type { ReadingSource, StoredChannel } from '../reading/reading.api.ts';
import { type AveragingScale, chooseScale, linearScale } from './averaging-scale.rule.ts';

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

export function scaleOfMeasured(measured: Measured): AveragingScale {
  return typeof measured === 'string' ? linearScale : chooseScale(measured);
}

interface MeasuredText {
  name: string;
  /** The name with its unit. */
  heading: string;
  decimals: number;
  /** The mean of whole numbers has a decimal. */
  meanDecimals: number;
}

/** How a sheet writes a channel or an index. */
export function describeMeasured(measured: Measured, language: Language): MeasuredText {
  if (typeof measured === 'string') {
    const name = translate(language, `map.indices.${measured}`);
    return { name, heading: name, decimals: 0, meanDecimals: 1 };
  }
  const { unit, decimals } = measured;
  const name = localised({ ...measured }, 'channelName', language);
  return { name, heading: unit ? `${name} (${unit})` : name, decimals, meanDecimals: decimals };
}
