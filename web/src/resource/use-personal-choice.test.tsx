// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../api/session.ts';
import { usePersonalChoice } from './use-personal-choice.ts';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterAll(() => localStorage.clear());

/** What the person finds chosen when a list opens; chooses something else where it is given. */
async function open(userName: string, next?: number): Promise<number> {
  // Of a person this hook knows the name alone.
  const user = { userName } as typeof emptySession.user;
  useSession.setState({ ...emptySession, user });
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

it('a choice is kept for the person who made it, and for nobody else at the same desk', async () => {
  expect(await open('mei', 50)).toBe(20);
  expect(await open('ana', 10)).toBe(20);
  expect(await open('mei')).toBe(50);
  expect(await open('ana')).toBe(10);
});

it('a choice that cannot be read is none', async () => {
  localStorage.setItem('limpid:mei:/system/post:size', '{');
  expect(await open('mei')).toBe(20);
});
