// @vitest-environment happy-dom
import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { fetchOnDemand } from './fetch-on-demand.tsx';

it('renders a part that arrives between the first render and its effect', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  function Waiting() {
    useLayoutEffect(() => Part.prefetch(), []);
    return 'waiting';
  }
  const Part = fetchOnDemand(async () => () => 'there', <Waiting />);
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(<Part />);
  await vi.waitFor(() => expect(container.textContent).toBe('there'));
  root.unmount();
});
