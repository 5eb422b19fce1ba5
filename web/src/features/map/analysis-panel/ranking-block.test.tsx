// @vitest-environment happy-dom
import { listRanking } from '@limpid/contract/analysis/ranking';
import { HOUR_MS } from '@limpid/contract/durations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../../../api/session.ts';
import type { Bounds } from '../../../map/map.ts';
import { makeSnapshotScale, snapshot } from '../sites/snapshot.fixture.ts';
import { RankingBlock } from './RankingBlock.tsx';

const [beijing, lyon]: Bounds[] = [
  [116, 39, 117, 40],
  [4, 45, 5, 46],
];

let root: Root;
let place: HTMLElement;
let asked: { address: string; answer: (names: readonly string[]) => Promise<void> }[];
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  asked = [];
  vi.stubGlobal(
    'fetch',
    (address: string) =>
      new Promise((resolve) => {
        if (address.includes(listRanking.path))
          asked.push({ address, answer: (names) => act(async () => resolve(writeAnswer(names))) });
      }),
  );
  useSession.setState({ ...emptySession, permissions: [listRanking.access.permission] });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  client.clear();
  place.remove();
  useSession.setState(emptySession);
});

function writeAnswer(names: readonly string[]): Response {
  const rows = names.map((siteName, at) => ({
    rank: at + 1,
    siteId: at + 1,
    siteName,
    value: 90 - at,
    simulated: false,
  }));
  const data = { hour: 4 * HOUR_MS, from: null, to: null, total: names.length, rows };
  return Response.json({ code: 200, msg: '', data });
}

const show = (area: Bounds | undefined, index: 'china' | 'us' = 'china') =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <RankingBlock
          shown={[]}
          hour={undefined}
          isFiltered={false}
          onChoose={vi.fn()}
          scale={makeSnapshotScale('aqi', { index })}
          preference={{ index, colourBlindSafe: false }}
          {...{ area, snapshot }}
        />
      </QueryClientProvider>,
    ),
  );
const choose = (at: number) =>
  act(async () => place.querySelectorAll<HTMLInputElement>('input[type=radio]')[at]?.click());
const names = () =>
  Array.from(place.querySelectorAll('li'), (line) => line.textContent?.match(/[A-Z][a-z]+/)?.[0]);
const waiting = () => place.querySelector<HTMLElement>('[aria-busy]');

it('shows no ranking of another period, area or standard while the one that was asked for loads', async () => {
  await show(beijing);
  await choose(1);
  await asked[0]?.answer(['Gate', 'Yard']);
  await vi.waitFor(() => expect(names()).toEqual(['Gate', 'Yard']));
  const lines = asked.length;

  await choose(2);
  expect([names(), asked.length]).toEqual([[], lines + 1]);
  // As high as the two lines before, so that what is below stays where it is.
  expect(waiting()?.style.height).toBe('4.625rem');
  await asked[1]?.answer(['Roof']);
  await vi.waitFor(() => expect(names()).toEqual(['Roof']));
  expect(waiting()).toBeNull();

  await show(lyon);
  expect([names(), waiting() !== null]).toEqual([[], true]);
  await asked[2]?.answer(['Park']);
  await vi.waitFor(() => expect(names()).toEqual(['Park']));

  await show(lyon, 'us');
  expect([names(), waiting() !== null]).toEqual([[], true]);
});

it('keeps its lines while the same ranking is asked for again', async () => {
  await show(beijing);
  await choose(1);
  await asked[0]?.answer(['Gate']);
  await vi.waitFor(() => expect(names()).toEqual(['Gate']));
  await act(async () => void client.invalidateQueries());
  expect([asked.length, names(), waiting()]).toEqual([2, ['Gate'], null]);
});
