// @vitest-environment happy-dom
import { HOUR_MS } from '@limpid/contract/durations';
import { readIndexRules } from '@limpid/contract/map/indices';
import type { NewestHour } from '@limpid/contract/reference/newest-hours';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { NewestTable } from './NewestTable.tsx';
import type { NewestHoursState } from './use-newest-hours.ts';

const level = { key: 'excellent', colour: '#00e400', max: null };
const rules = [{ key: 'china', standard: 'HJ 633-2026', averaging: 'hour', levels: [level] }];

function makeRow(stationName: string, hoursAgo: number): NewestHour {
  return {
    stationCode: stationName,
    stationName,
    stationLevel: 'national',
    city: null,
    province: null,
    longitude: null,
    latitude: null,
    releasedAt: Date.now() - hoursAgo * HOUR_MS,
    aqi: 41,
    level: null,
    primaryPollutant: null,
    values: [null, null, null, null, null, null],
    nearest: { siteId: 7, siteName: 'Gate', km: 1, value: 43, difference: 2, reference: false, flags: {} },
  };
}

it('gives an old hour the colour of its level neither for the station nor for the own site', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes(readIndexRules.path)
      ? Response.json({ code: 200, msg: '', data: rules })
      : new Promise(() => undefined),
  );
  // The table reads nothing else of the list.
  const state = {
    measure: 'aqi',
    data: { rows: [makeRow('Fresh', 1), makeRow('Old', 5)], total: 2, zone: 'Asia/Shanghai' },
    sort: undefined,
    sortBy: vi.fn(),
  } as unknown as NewestHoursState;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <NewestTable state={state} empty={null} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  /** The figures of a row: the text, with its hidden level, and whether it is on the colour of the level. */
  const figures = (name: string) => {
    const row = Array.from(place.querySelectorAll('tr')).find((one) => one.textContent?.includes(name));
    const chips = Array.from(row?.querySelectorAll<HTMLElement>('td span') ?? []);
    return chips
      .filter((one) => /^4[13]/.test(one.textContent ?? ''))
      .map((one) => [one.textContent, one.style.background !== '', one.title]);
  };
  const excellent = 'map.levels.china.excellent';
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(figures('Fresh')).toEqual([
      [`41 ${excellent}`, true, excellent],
      [`43 ${excellent}`, true, excellent],
    ]);
  });
  expect(figures('Old')).toEqual([
    ['41', false, ''],
    ['43', false, ''],
  ]);
  await act(async () => root.unmount());
  place.remove();
});
