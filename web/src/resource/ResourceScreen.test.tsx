// @vitest-environment happy-dom
import { createTime, dict, id, integer, nameFields, remark } from '@limpid/contract/kit/field';
import { resource } from '@limpid/contract/kit/resource';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import kit from '../../../i18n/en/kit.json' with { type: 'json' };
import { emptySession, useSession } from '../api/session.ts';
import { ResourceScreen } from './ResourceScreen.tsx';

/** A resource that exists only in this test. */
const gauge = resource({
  path: '/lab/gauge',
  permission: 'lab:gauge',
  texts: 'lab.gauge',
  id: 'gaugeId',
  name: 'gaugeName',
  key: ['gaugeName'],
  order: [{ by: 'gaugeId' }],
  fields: {
    gaugeId: id(),
    ...nameFields('gaugeName', { required: true, max: 40, search: 'like' }),
    height: integer({ min: 0, max: 9000 }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    remark: remark(),
    createTime: createTime(),
  },
});

const lab = {
  gauge: {
    title: 'Gauges',
    add: 'New gauge',
    fields: { gaugeName: 'Gauge', height: 'Height', status: 'State' },
  },
};

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Without a server the screen stays in its loading state.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { kit, lab } } } });
});

async function render(permissions: string[]): Promise<string> {
  useSession.setState({ ...emptySession, permissions });
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>
          <ResourceScreen resource={gauge} />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  const html = container.innerHTML;
  await act(async () => root.unmount());
  return html;
}

it('renders a complete screen from the definition of a resource', async () => {
  const html = await render(['*:*:*']);
  for (const text of [
    'aria-label="Gauges"',
    'Gauge',
    'Height',
    'State',
    kit.list.add,
    kit.list.import,
    kit.list.export,
  ]) {
    expect(html).toContain(text);
  }
  expect(html).not.toMatch(/lab\.gauge|kit\.list/);
});

it('hides actions without permission', async () => {
  const html = await render(['lab:gauge:list', 'lab:gauge:query']);
  expect(html).toContain('Height');
  for (const text of [kit.list.add, kit.list.import, kit.list.export])
    expect(html).not.toContain(`>${text}<`);
});

/** Renders the screen with three rows and returns a function that selects one. */
async function renderRows() {
  const rows = [1, 2, 3].map((gaugeId) => ({ gaugeId, gaugeName: `gauge ${gaugeId}`, status: '0' }));
  const response = JSON.stringify({ code: 200, msg: '', rows, total: 3, data: [] });
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('fetch', async () => new Response(response, { headers }));
  useSession.setState({ ...emptySession, permissions: ['*:*:*'] });
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>
          <ResourceScreen resource={gauge} isKept={({ gaugeId }) => gaugeId === 1 && 'fixed'} />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  await vi.waitFor(() => expect(container.textContent).toContain('gauge 3'));
  const boxes = () => [
    ...container.querySelectorAll<HTMLInputElement>('tr[data-row-key] input[type=checkbox]'),
  ];
  const tick = (index: number, shiftKey = false) =>
    act(async () => boxes()[index]?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey })));
  return { container, boxes, tick, close: () => act(async () => root.unmount()) };
}

it('opens no form for a selected row that cannot be changed', async () => {
  const { container, tick, close } = await renderRows();
  const toolbar = container.querySelector('[role=toolbar]');
  const canEdit = () =>
    [...(toolbar?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === kit.list.edit)
      ?.disabled === false;
  expect(canEdit()).toBe(false);
  await tick(0);
  expect(canEdit()).toBe(false);
  await tick(0);
  await tick(1);
  expect(canEdit()).toBe(true);
  await close();
});

it('selects the rows in between while the shift key is held', async () => {
  const { boxes, tick, close } = await renderRows();
  await tick(0);
  await tick(2, true);
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true]);
  expect(boxes().map((box) => box.getAttribute('aria-label'))).toEqual(
    [1, 2, 3].map((n) => kit.list.tick.replace('{{name}}', `gauge ${n}`)),
  );
  await close();
});
