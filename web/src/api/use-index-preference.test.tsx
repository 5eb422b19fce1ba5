// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { emptySession, useSession } from './session.ts';
import { useIndexPreference } from './use-index-preference.ts';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline');
  });
});

it('reads and writes the form that profiles already store', async () => {
  useSession.setState({ ...emptySession, choices: { map: '{"index":"us","isSafe":true}' } });
  const seen: unknown[] = [];
  let change: ReturnType<typeof useIndexPreference>[1] = () => {};
  function Probe() {
    const [preference, setPreference] = useIndexPreference();
    seen.push(preference);
    change = setPreference;
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Probe />));
  await act(async () => change({ index: 'atmo' }));
  expect(seen).toEqual([
    { index: 'us', colourBlindSafe: true },
    { index: 'atmo', colourBlindSafe: true },
  ]);
  expect(useSession.getState().choices['map']).toBe('{"index":"atmo","isSafe":true}');
  await act(async () => root.unmount());
});
