import type { MapIndex } from '@limpid/contract/map/site-update';
import type { MeasuredQuantity } from './measured.ts';

interface MarkedQuery {
  channels?: string[];
  index?: MapIndex;
}

/** The chosen channels and the index as a query of what happened to them; undefined if none of them is known. */
export function queryMarked(
  chosen: readonly string[],
  known: readonly Pick<MeasuredQuantity, 'code' | 'index'>[],
): MarkedQuery | undefined {
  const found = chosen.flatMap((code) => known.find((one) => one.code === code) ?? []);
  const channels = found.filter(({ index }) => !index).map(({ code }) => code);
  const index = found.find((one) => one.index)?.index?.key;
  if (found.length === 0) return undefined;
  return { ...(channels.length > 0 && { channels }), ...(index && { index }) };
}
