import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { LoadingPage } from './LoadingPage.tsx';

type OnDemand<Props> = ComponentType<Props> & { prefetch(): void };

/**
 * A part of the page that is fetched when it is first asked for, and drawn as soon as it is there. `lazy` of React holds
 * back what has arrived for 300 ms once it has shown something in its place, and again for each part inside another.
 */
export function fetchOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <LoadingPage />,
): OnDemand<Props> {
  let part: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    part ??= await load();
  };

  function OnDemandPart(props: Props) {
    const [outcome, setOutcome] = useState<{ failure?: unknown }>({});
    const [isDrawn] = useState(part !== undefined);
    useEffect(() => {
      // Not whether it is there now: what has come since the drawing has to be drawn as well.
      if (isDrawn) return;
      fetchPart().then(
        () => setOutcome({}),
        (failure: unknown) => setOutcome({ failure }),
      );
    }, [isDrawn]);
    if (outcome.failure !== undefined) throw outcome.failure;
    return part ? createElement(part, props) : waiting;
  }
  // A failure shows when the part is really asked for.
  const prefetch = () => void fetchPart().catch(() => undefined);
  return Object.assign(OnDemandPart, { prefetch });
}
