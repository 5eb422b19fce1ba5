import type { TileProvider } from '@limpid/contract/map/tile-providers';
import { useRef, useState } from 'react';
import type { ViewState } from '../../../map/map.ts';
import { type TrialOutcome, testProvider } from './test-provider.ts';

export interface ConnectionTest {
  isRunning: boolean;
  outcome: TrialOutcome | undefined;
  /** Tests the tile at the centre of the view. */
  run: (provider: TileProvider, view: ViewState) => void;
}

/** Tests one map at a time; an older result never replaces a newer one. */
export function useConnectionTest(): ConnectionTest {
  const [outcome, setOutcome] = useState<TrialOutcome>();
  const [isRunning, setRunning] = useState(false);
  const turn = useRef(0);
  return {
    isRunning,
    outcome,
    run(provider, view) {
      const mine = ++turn.current;
      setRunning(true);
      void testProvider(provider, view).then((found) => {
        if (mine !== turn.current) return;
        setOutcome(found);
        setRunning(false);
      });
    },
  };
}
