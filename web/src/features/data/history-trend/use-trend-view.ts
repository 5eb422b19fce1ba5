import { useSearchParams } from 'react-router';
import { firstQuery } from '../../../query/state/query.ts';
import { readTrendView, type TrendView, writeTrendView, writeWhole, writeZoom } from './trend-view.ts';
import type { Moments } from './use-zoom-draft.ts';

/** The view in the address, and how to change it. */
export function useTrendView() {
  const [address, setAddress] = useSearchParams();
  // The first period is a name.
  const period = String(firstQuery.period);
  return {
    view: readTrendView(address),
    change: (part: Partial<Omit<TrendView, 'whole'>>) =>
      setAddress((now) => writeTrendView(part, now), { replace: true }),
    zoom: (range: Moments) => setAddress((now) => writeZoom(range, period, now), { replace: true }),
    showWhole: () => setAddress((now) => writeWhole(now), { replace: true }),
  };
}
