// @vitest-environment happy-dom
import type { CoefficientState } from '@limpid/contract/site/site';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App } from 'antd';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import site from '../../../../i18n/en/site.json' with { type: 'json' };
import { WriteAgainButton } from './WriteAgainButton.tsx';

const { call, rights } = vi.hoisted(() => ({
  call: vi.fn(async () => ({ count: 1 })),
  rights: new Set<string>(),
}));
vi.mock('../../api/call.ts', () => ({ call }));
vi.mock('../../api/session.ts', () => ({ hasAnyPermission: (right: string) => rights.has(right) }));
vi.mock('../../resource/use-language.ts', () => ({ useLanguage: () => 'en' }));

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { site } } } });
});
beforeEach(() => {
  document.body.replaceChildren();
  rights.clear();
  for (const right of ['site:site:edit', 'device:equipment:write']) rights.add(right);
});

const findButtons = (text: string) =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === text);

async function render(...states: CoefficientState[]): Promise<void> {
  const container = document.body.appendChild(document.createElement('div'));
  const onDevice = states.map((state, index) => ({ channelId: index + 1, k: 2, b: index, state }));
  const row = { siteId: 7, siteName: 'North gate', mn: 'MN1' };
  await act(async () =>
    createRoot(container).render(
      <QueryClientProvider client={new QueryClient()}>
        <App>
          <WriteAgainButton row={row as never} onDevice={onDevice} nameOf={(id) => `factor ${id}`} />
        </App>
      </QueryClientProvider>,
    ),
  );
}

it('names what the device has not confirmed, and writes after the confirmation', async () => {
  await render('confirmed', 'unconfirmed', 'pending', 'differs');
  const { again } = site.site.onDevice;
  await act(async () => findButtons(again)[0]?.click());
  const lines = [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(lines).toEqual(['factor 2: K = 2, B = 1', 'factor 4: K = 2, B = 3']);
  expect(call).not.toHaveBeenCalled();
  await act(async () => findButtons(again).at(-1)?.click());
  expect(call).toHaveBeenCalledWith(expect.anything(), { body: { siteId: 7 } });
});

it('is hidden if the device has everything, and from a person who may not write', async () => {
  await render('confirmed', 'pending');
  rights.delete('device:equipment:write');
  await render('differs');
  expect(document.querySelectorAll('button')).toHaveLength(0);
});
