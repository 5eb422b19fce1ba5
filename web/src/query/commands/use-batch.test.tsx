// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useBatch } from './use-offer.ts';

const live = vi.hoisted(() => ({ announce: (_: { batchId: string }) => {} }));
vi.mock('../../api/live/live.ts', () => ({
  useLive: (_: string, handle: typeof live.announce) => (live.announce = handle),
  useLiveStatus: Object.assign((read: (status: object) => unknown) => read({ state: 'open' }), {
    subscribe: () => () => {},
  }),
}));

it('reads the results of an order again when the server announces its progress, and at the end of a read if it came meanwhile', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const row = { logId: 1, siteId: 1, siteName: 'x', commandType: '0', resultDesc: null, values: [] };
  let state = 'sent';
  let requests = 0;
  let answer = () => {};
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    const data = [{ ...row, state }];
    if (requests === 2) await new Promise<void>((go) => (answer = go));
    return Response.json({ code: 200, msg: '', data });
  });
  function State() {
    return String(useBatch('mine').data?.[0]?.state ?? '');
  }
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <State />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(container.textContent).toBe('sent'));
  live.announce({ batchId: 'of somebody else' });
  expect(requests).toBe(1);
  state = 'accepted';
  live.announce({ batchId: 'mine' });
  await vi.waitFor(() => expect(requests).toBe(2));
  state = 'done';
  live.announce({ batchId: 'mine' });
  live.announce({ batchId: 'mine' });
  answer();
  await vi.waitFor(() => expect(container.textContent).toBe('done'));
  // Once more with everything about devices, because all have ended.
  await vi.waitFor(() => expect(requests).toBe(4));
  root.unmount();
});
