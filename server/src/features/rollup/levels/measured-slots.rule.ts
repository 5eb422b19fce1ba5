import type { MapIndex } from '@limpid/contract/map/site-update';
import type { AirHourSource } from '../rollup.api.ts';
import { listIndexPollutants } from './level.rule.ts';

/** The slots whose flags concern a channel, or an index: those of its pollutants. */
export function listFlaggableSlots(
  measured: { slot: number } | MapIndex,
  air: Pick<AirHourSource, 'pollutants'>,
): number[] {
  if (typeof measured !== 'string') return [measured.slot];
  const ofIndex = listIndexPollutants(measured);
  return air.pollutants().flatMap(({ pollutant, slot }) => (ofIndex.has(pollutant) ? [slot] : []));
}
