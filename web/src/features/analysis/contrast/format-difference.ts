import type { Language } from '@limpid/contract/language';
import type { Channel } from '../../../air/channel.ts';
import { makeMeasureScale } from '../../../air/measure-scale.ts';

/** A difference with its sign and its unit; the sign tells that it is not a value. */
export function formatDifference(value: number, channel: Channel, language: Language): string {
  const { name: title, unit, decimals, steps } = channel;
  const scale = makeMeasureScale({ title, unit, decimals, levelDecimals: decimals, steps }, language);
  const number = scale.formatChange(value);
  return unit ? `${number} ${unit}` : number;
}
