// @vitest-environment happy-dom
import { readCalendar } from '@limpid/contract/analysis/calendar';
import { listTrendMarkers } from '@limpid/contract/data/trend';
import { HOUR_MS } from '@limpid/contract/durations';
import { readSiteFlags } from '@limpid/contract/map/site-detail';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeIndexScale } from '../../../air/index-scale.ts';
import { emptySession, useSession } from '../../../api/session.ts';
import { readSnapshot } from '../sites/read-snapshot.ts';
import { makeSnapshotScale, snapshot } from '../sites/snapshot.fixture.ts';
import { IndexBlock } from './IndexBlock.tsx';
import { MonthStrip } from './MonthStrip.tsx';
import { ShownHour } from './ShownHour.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../../api/call.ts', () => ({ call: asked }));
vi.mock('../sites/use-after-markers.ts', () => ({ useAfterMarkers: () => true }));

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

let root: Root;
afterEach(() => act(async () => root.unmount()));

const preference = { index: 'china', colourBlindSafe: false } as const;
const zone = 'Asia/Shanghai';
const now = Date.parse('2026-11-19T12:00:00Z');

async function show(block: ReactNode, permissions: string[] = []): Promise<HTMLElement> {
  useSession.setState({ ...emptySession, permissions });
  const place = document.createElement('div');
  root = createRoot(place);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>{block}</QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  return place;
}

it('the index of a site has the flags of its hour', async () => {
  const [site] = readSnapshot(snapshot).values();
  if (!site) throw new Error('no site');
  const flag = { rule: 'Spike', ruleEn: null, ruleFr: null, test: 'spike', basis: 'hour', value: 300 };
  const flags = [{ PM10: [{ ...flag, low: 40, high: 42, span: null, counts: true, state: 'open' }] }];
  asked.mockImplementation(({ path }) =>
    Promise.resolve(path === readSiteFlags.path ? { sites: [site.siteId], flags } : {}),
  );
  const place = await show(<IndexBlock {...{ site, snapshot, preference, zone, now }} hourAgo={undefined} />);
  await vi.waitFor(() => expect(place.querySelector('button')?.textContent).toBe('⚑'));
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ query: { index: 'china' } });
  await act(async () => place.querySelector('button')?.click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('PM₁₀ · '));
});

it('a day of the last month has a sign and its rules where hours of it are flagged', async () => {
  const index = { aqi: 80, level: 2, primary: null, reference: false, missing: [], note: null };
  const rules = [{ rule: 'Spike', ruleEn: null, ruleFr: null, hours: 1 }];
  const days = [
    { day: '2026-11-17', ...index, flags: null, soFar: false },
    { day: '2026-11-18', ...index, flags: { hours: 1, notCounted: 0, rules }, soFar: false },
  ];
  asked.mockImplementation(({ path }) => Promise.resolve(path === readCalendar.path ? { days } : {}));
  const scale = makeIndexScale(preference, [], (key) => key);
  const place = await show(<MonthStrip siteId={7} {...{ preference, scale, zone, now }} />);
  await vi.waitFor(() => expect(place.querySelectorAll('a')).toHaveLength(30));
  const flagged = [...place.querySelectorAll('a')].filter(({ textContent }) => textContent.includes('⚑'));
  expect(flagged.map(({ title }) => title)).toEqual([expect.stringContaining('Spike')]);
});

it('an hour of the time-lapse has the flags that cover it, asked for once a day', async () => {
  const hour = Date.UTC(2026, 10, 17, 5);
  const flag = { kind: 'flag', channel: 'TEMP', ofIndex: false, from: hour, to: hour + HOUR_MS };
  const markers = [
    { ...flag, text: 'Flat line: 4 hours' },
    { ...flag, kind: 'correction', text: 'by hand' },
    { ...flag, from: hour - HOUR_MS, to: hour - HOUR_MS, text: 'Spike: 300' },
  ];
  asked.mockReset().mockResolvedValue({ markers, isComplete: true });
  const scale = makeSnapshotScale('TEMP');
  const place = await show(<ShownHour siteId={7} all={[]} index="china" {...{ hour, scale }} />, [
    listTrendMarkers.access.permission,
  ]);
  await vi.waitFor(() => expect(place.querySelector('button')?.textContent).toBe('⚑'));
  await act(async () => place.querySelector('button')?.click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('Flat line: 4 hours'));
  expect(document.body.textContent).not.toMatch(/Spike: 300|by hand/);
  expect(asked.mock.calls.map(([, { query }]) => [query.channels, query.to - query.from])).toEqual([
    [['TEMP'], 24 * HOUR_MS],
  ]);
});
