// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { TrialOutcome } from './test-provider.ts';
import { type ConnectionTest, useConnectionTest } from './use-connection-test.ts';

const good: TrialOutcome = { isGood: true, text: 'good', values: {} };

it('forgets its result, and that of a running test, once the values have changed', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.createElement('div'));
  const seen: ConnectionTest[] = [];
  function Probe() {
    seen.push(useConnectionTest());
    return null;
  }
  const latest = () => seen.at(-1);
  await act(async () => root.render(<Probe />));
  await act(async () => latest()?.run(() => Promise.resolve(good)));
  expect(latest()).toMatchObject({ isRunning: false, outcome: good });
  await act(async () => latest()?.clear());
  expect(latest()?.outcome).toBeUndefined();

  const { promise, resolve } = Promise.withResolvers<TrialOutcome>();
  await act(async () => latest()?.run(() => promise));
  expect(latest()?.isRunning).toBe(true);
  await act(async () => latest()?.clear());
  await act(async () => resolve(good));
  expect(latest()).toMatchObject({ isRunning: false, outcome: undefined });
  await act(async () => root.unmount());
});
