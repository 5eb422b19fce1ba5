// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../../api/session.ts';
import { useAlarmCounts } from './use-alarms.ts';

it('the number of active alarms is read again soon after a failure', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  useSession.setState({ ...emptySession, permissions: ['alarm:log:list'] });
  const bySeverity = { info: 0, minor: 0, major: 3, critical: 0 };
  let requests = 0;
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    if (requests === 1) throw new TypeError('offline');
    return Response.json({ code: 200, msg: '', data: { total: 3, unacknowledged: 3, bySeverity } });
  });
  function Count() {
    return String(useAlarmCounts().data?.total ?? '');
  }
  const container = document.createElement('div');
  const root = createRoot(container);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  root.render(
    <QueryClientProvider client={client}>
      <Count />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(container.textContent).toBe('3'), 10_000);
  expect(requests).toBe(2);
  root.unmount();
});
