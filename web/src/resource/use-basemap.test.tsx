// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../api/session.ts';
import { useBasemap } from './use-basemap.ts';

const sent: unknown[] = [];
beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ code: 200, msg: '' });
  });
});

let root: Root;
afterEach(async () => {
  await act(async () => root.unmount());
  useSession.setState(emptySession);
  localStorage.clear();
});

async function open(choices: Record<string, string>) {
  useSession.setState({ ...emptySession, choices });
  let found: ReturnType<typeof useBasemap> | undefined;
  function Probe() {
    found = useBasemap();
    return null;
  }
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Probe />));
  return { read: () => found?.basemap.id, choose: (id: string) => act(async () => found?.choose(id)) };
}

it('opens the map that was chosen on another device', async () => {
  const { read } = await open({ basemap: '"embedded:dark"' });
  expect(read()).toBe('embedded:dark');
});

it('keeps a choice in the profile, and opens the default where the chosen map is gone', async () => {
  const { read, choose } = await open({});
  const first = read();
  await choose('embedded:plain');
  expect(read()).toBe('embedded:plain');
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ key: 'basemap', value: '"embedded:plain"' }));
  await choose('of-yesterday');
  expect(read()).toBe(first);
});
