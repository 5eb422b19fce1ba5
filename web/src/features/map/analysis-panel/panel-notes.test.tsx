// @vitest-environment happy-dom
import { listCompleteness } from '@limpid/contract/analysis/completeness';
import { listRanking } from '@limpid/contract/analysis/ranking';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptySession, useSession } from '../../../api/session.ts';
import type { Bounds } from '../../../map/map.ts';
import { indexLayer } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';
import { OnlineBlock } from './OnlineBlock.tsx';
import { RankingBlock } from './RankingBlock.tsx';

const view: Bounds = [116, 39, 117, 40];
// The ranking reads only the channels.
const snapshot = { channels: [] } as unknown as MapSnapshot;
const scale: Scale = {
  layer: indexLayer,
  title: 'AQI',
  unit: '',
  decimals: 0,
  steps: [],
  isOrdered: true,
  isHourly: true,
  read: () => undefined,
  substitutes: [],
};
const preference = { index: 'china', colourBlindSafe: false } as const;

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no response')));
});

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  const permissions = [listCompleteness.access.permission, listRanking.access.permission];
  useSession.setState({ ...emptySession, permissions });
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  useSession.setState(emptySession);
});

async function render(block: ReactNode): Promise<void> {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => root.render(<QueryClientProvider client={client}>{block}</QueryClientProvider>));
}

it.each([
  ['the view', view, 'map.analysis.online.allInView'],
  ['all', undefined, 'map.analysis.online.allSites'],
])('says that completeness ignores filters, and covers the sites of %s', async (_, area, text) => {
  await render(<OnlineBlock shown={[]} isPast={false} area={area} isFiltered />);
  expect(place.textContent).toContain(text);
});

it.each([true, false])(
  'says during the time-lapse that stations online are those of now: %s',
  async (isPast) => {
    await render(<OnlineBlock shown={[]} isPast={isPast} area={undefined} isFiltered={false} />);
    expect(place.textContent?.includes('map.analysis.online.present')).toBe(isPast);
  },
);

it.each([
  ['the view', view, 'map.analysis.ranking.allInView'],
  ['all', undefined, 'map.analysis.ranking.allSites'],
])('says that the ranking of an hour ignores filters, and covers the sites of %s', async (_, area, text) => {
  await render(
    <RankingBlock
      shown={[]}
      hour={undefined}
      isFiltered
      onChoose={vi.fn()}
      {...{ area, snapshot, scale, preference }}
    />,
  );
  expect(place.textContent).not.toContain(text);
  const [, hour] = place.querySelectorAll<HTMLInputElement>('input[type=radio]');
  await act(async () => hour?.click());
  expect(place.textContent).toContain(text);
});
