import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { LoadingPage } from './LoadingPage.tsx';

type OnDemand<Props> = ComponentType<Props> & { prefetch(): void };

/**
 * A component that is loaded on first use and rendered as soon as it arrives. `lazy` of React delays a loaded component by
 * 300 ms once its fallback was shown, again for each nested one.
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
      // The state at render time counts: a part that arrived since must be rendered too.
      if (isDrawn) return;
      fetchPart().then(
        () => setOutcome({}),
        (failure: unknown) => setOutcome({ failure }),
      );
    }, [isDrawn]);
    if (outcome.failure !== undefined) throw outcome.failure;
    return part ? createElement(part, props) : waiting;
  }
  // An error of a prefetch appears when the part is rendered.
  const prefetch = () => void fetchPart().catch(() => undefined);
  return Object.assign(OnDemandPart, { prefetch });
}
