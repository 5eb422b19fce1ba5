// @vitest-environment happy-dom
import type { RowOf } from '@limpid/contract/kit/row';
import type { job } from '@limpid/contract/monitor/task';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JobName } from './JobName.tsx';

let asked = 0;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A list whose job is running at the first two requests. */
function Jobs() {
  const { data } = useQuery({
    queryKey: ['/monitor/job/list'],
    queryFn: async () => ({ jobName: 'backup', running: asked++ < 2 ? 1 : 0, progress: 40 }),
  });
  // A row with the used fields.
  return data && <JobName row={data as unknown as RowOf<typeof job>} />;
}

it('marks a job as running until its run is over', async () => {
  const translation = { monitor: { task: { fields: { running: 'running' } } } };
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation } } });
  const place = document.createElement('div');
  const root = createRoot(place);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Jobs />
      </QueryClientProvider>,
    ),
  );
  await pass(1);
  expect(place.textContent).toBe('backuprunning 40 %');
  await pass(2000);
  expect([place.textContent, asked]).toEqual(['backuprunning 40 %', 2]);
  await pass(2000);
  expect(place.textContent).toBe('backup');
  await pass(60_000);
  expect(asked).toBe(3);
  act(() => root.unmount());
});
