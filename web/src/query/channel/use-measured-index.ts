import { useMemo } from 'react';
import { type MeasuredQuantity, measureIndex } from './measured.ts';
import { useChosenIndex } from './use-chosen-index.ts';

/** The index that the person reads, in the form of a channel. */
export function useMeasuredIndex(): MeasuredQuantity {
  const { scale, describe } = useChosenIndex();
  const [hours, days] = [describe('hour'), describe('day')];
  return useMemo(() => measureIndex(scale, { hours, days }), [scale, hours, days]);
}
