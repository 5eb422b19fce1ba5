// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../../../api/session.ts';
import { useBasemap } from '../../../resource/use-basemap.ts';
import { useAmapRedirect } from './use-amap-redirect.ts';

const keys = { AMAP_WEB_JSAPI: 'k', AMAP_WEB_JSAPICODE: 'c' };
let root: Root | undefined;
let choose: (id: string) => void = () => undefined;

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no response')));
});
afterEach(() => {
  act(() => root?.unmount());
  useSession.setState(emptySession);
  localStorage.clear();
  vi.restoreAllMocks();
});

function Probe() {
  choose = useBasemap().choose;
  useAmapRedirect();
  return null;
}

it.each([
  ['amap', '/home?site=3', keys, ['/gaode?site=3']],
  ['amap', '/gaode', keys, []],
  ['amap', '/home', {}, []],
  ['embedded:dark', '/home', keys, []],
])('with %s chosen, %s with %j leads to %j', (chosen, address, customConfig, targets) => {
  useSession.setState({ customConfig });
  const replace = vi.spyOn(location, 'replace').mockReturnValue(undefined);
  root = createRoot(document.createElement('div'));
  act(() =>
    root?.render(
      <MemoryRouter initialEntries={[address]}>
        <Probe />
      </MemoryRouter>,
    ),
  );
  act(() => choose(chosen));
  expect(replace.mock.calls.flat()).toEqual(targets);
});
