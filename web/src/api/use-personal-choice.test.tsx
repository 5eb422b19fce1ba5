// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { emptySession, useSession } from './session.ts';
import { usePersonalChoice } from './use-personal-choice.ts';

const sent: unknown[] = [];
beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    // The server is gone: nothing of that concerns who chooses.
    throw new TypeError('no response');
  });
});
afterAll(() => localStorage.clear());

/** What the person finds chosen when a list opens; chooses something else where it is given. */
async function open(userName: string, next?: number, choices = {}): Promise<number> {
  // Of a person this hook knows the name alone.
  const user = { userName } as typeof emptySession.user;
  useSession.setState({ ...emptySession, user, choices });
  let found = 0;
  let choose: (value: number) => void = () => {};
  function Probe() {
    [found, choose] = usePersonalChoice('/system/post:size', 20);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Probe />));
  const seen = found;
  if (next !== undefined) await act(async () => choose(next));
  await act(async () => root.unmount());
  return seen;
}

it('stores a choice for its user only, not for others on the same device', async () => {
  expect(await open('mei', 50)).toBe(20);
  expect(await open('ana', 10)).toBe(20);
  expect(await open('mei')).toBe(50);
  expect(await open('ana')).toBe(10);
});

it('ignores a choice that cannot be parsed', async () => {
  localStorage.setItem('limpid:mei:/system/post:size', '{');
  expect(await open('mei')).toBe(20);
});

it('uses a choice of another device and sends one made here', async () => {
  const elsewhere = { '/system/post:size': '30' };
  expect(await open('mei', 10, elsewhere)).toBe(30);
  expect(useSession.getState().choices).toEqual({ '/system/post:size': '10' });
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ key: '/system/post:size', value: '10' }));
});

it('updates every open screen at once', async () => {
  useSession.setState({ ...emptySession, choices: {} });
  const found: Record<string, number> = {};
  let choose: (value: number) => void = () => {};
  function Probe({ name }: { name: string }) {
    [found[name], choose] = usePersonalChoice('map', 1);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <>
        <Probe name="list" />
        <Probe name="map" />
      </>,
    ),
  );
  await act(async () => choose(2));
  expect(found).toEqual({ list: 2, map: 2 });
  await act(async () => root.unmount());
});
