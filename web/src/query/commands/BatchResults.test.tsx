// @vitest-environment happy-dom
import type { BatchDevice } from '@limpid/contract/device/offer';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import device from '../../../../i18n/en/device.json' with { type: 'json' };
import ingest from '../../../../i18n/en/ingest.json' with { type: 'json' };
import { BatchResults } from './BatchResults.tsx';

let rows: BatchDevice[] = [];
vi.mock('./use-offer.ts', () => ({ useBatch: () => ({ data: rows }), useCancelCommand: () => ({}) }));
vi.mock('./use-factor-names.ts', () => ({ useFactorNames: () => () => undefined }));

const answered: BatchDevice = {
  logId: 1,
  siteId: 1,
  siteName: 'North gate',
  state: 'done',
  cancellable: false,
  isCorrectedTwice: false,
  resultDesc: null,
  dataTime: '2026-01-01 08:00:00',
  sentAt: '2026-01-01 08:00:01',
  acceptedAt: '2026-01-01 08:00:02',
  answeredAt: null,
  endedAt: '2026-01-01 08:00:04',
  values: [],
  moreValues: 0,
};

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const translation = { device, ingest };
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation } } });
});
const roots: Root[] = [];
beforeEach(() => {
  document.body.replaceChildren();
});
// Otherwise React may still work when the document is gone.
afterEach(() => act(async () => roots.splice(0).forEach((root) => root.unmount())));

async function render(ordered = 1): Promise<HTMLElement> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  roots.push(root);
  await act(async () => root.render(<BatchResults batchId="1" isReading ordered={ordered} />));
  return container;
}

it('says that the device was removed when its results are gone with it', async () => {
  rows = [];
  expect((await render()).textContent).toContain(device.order.removed);
});

it('says how many devices were removed, and not that the order succeeded', async () => {
  rows = [answered];
  const { textContent } = await render(3);
  expect(textContent).toContain('Operation successful on 1 of 3 devices');
  expect(textContent).toContain('Devices removed meanwhile: 2');
  expect(textContent).not.toContain(`${device.order.succeeded}North`);
});

it('says when a value was measured, and that there are more values', async () => {
  const value = { name: 'a34004-Avg', value: '35', unit: null, dataTime: '2026-01-01 07:00:00' };
  rows = [{ ...answered, values: [value], moreValues: 12 }];
  const container = await render();
  expect(container.querySelector('dd')?.textContent).toMatch(/^35.*7:00/);
  expect(container.textContent).toContain('and 12 more, see the device log');
});

it('says that no value was returned, and not that the order succeeded', async () => {
  rows = [{ ...answered, state: 'noValue' }];
  const { textContent } = await render();
  expect(textContent).toContain(device.results.noValue);
  expect(textContent).not.toContain(device.order.succeeded);
});

it('says that the platform applies K and B too, unless the device has refused them', async () => {
  const twice = { ...answered, isCorrectedTwice: true };
  rows = [twice, { ...twice, logId: 2, state: 'refused' }, { ...answered, logId: 3 }];
  const found = [...(await render(3)).querySelectorAll('li')].map((row) =>
    row.textContent?.includes(device.order.correctedTwice),
  );
  expect(found.filter(Boolean)).toHaveLength(1);
});

it('has the word of the standard beside a state', async () => {
  const value = (name: string, text: string) => ({ name, value: text, unit: null, dataTime: null });
  rows = [{ ...answered, values: [value('i12001-Info', '2'), value('i13008-Info', '2')] }];
  const texts = [...(await render()).querySelectorAll('dd')].map((one) => one.textContent);
  expect(texts).toEqual(['2 (fault)', '2']);
});

it('offers to cancel exactly what the server would let the person cancel', async () => {
  const open = { ...answered, state: 'sent', endedAt: null };
  rows = [
    { ...open, cancellable: true },
    { ...open, logId: 2, siteName: 'South gate' },
  ];
  const found = (await render(2)).querySelectorAll('li');
  expect([...found].map((row) => row.textContent?.includes(device.log.cancel))).toEqual([true, false]);
});

it('shows when the command reached its states to who points at its state', async () => {
  rows = [answered];
  const container = await render();
  const button = container.querySelector('button');
  await act(async () => button?.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
  await vi.waitFor(() => {
    const times = [...document.querySelectorAll('time')].map((one) => one.dateTime);
    expect(times).toEqual([answered.dataTime, answered.sentAt, answered.acceptedAt, answered.endedAt]);
  });
});
