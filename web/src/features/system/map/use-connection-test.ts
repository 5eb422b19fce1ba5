import { useRef, useState } from 'react';
import type { TrialOutcome } from './test-provider.ts';

export interface ConnectionTest {
  isRunning: boolean;
  outcome: TrialOutcome | undefined;
  run: (test: () => Promise<TrialOutcome>) => void;
  /** Forgets the result, and that of a running test: it is about other values. */
  clear: () => void;
}

/** Tests one map at a time; an older result never replaces a newer one. */
export function useConnectionTest(): ConnectionTest {
  const [outcome, setOutcome] = useState<TrialOutcome>();
  const [isRunning, setRunning] = useState(false);
  const turn = useRef(0);
  return {
    isRunning,
    outcome,
    run(test) {
      const mine = ++turn.current;
      setRunning(true);
      void test().then((found) => {
        if (mine !== turn.current) return;
        setOutcome(found);
        setRunning(false);
      });
    },
    clear() {
      turn.current++;
      setOutcome(undefined);
      setRunning(false);
    },
  };
}
