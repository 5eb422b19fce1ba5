// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeIndexScale } from '../../../air/index-scale.ts';
import { emptySession, useSession } from '../../../api/session.ts';
import { makeScale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { SiteFacts } from './SiteFacts.tsx';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

let root: Root;
afterEach(() => act(async () => root.unmount()));

const index = makeIndexScale({ index: 'china', colourBlindSafe: false }, [], (key) => key);
const channels = [
  ['WD', 'direction'],
  ['WS', 'number'],
].map(([code = '', dataType = '']) => ({
  code,
  dataType,
  name: code,
  unit: '',
  decimals: 0,
  steps: [],
  meanings: [],
}));
// Only what the rank reads.
const all = [90, 350].map((value, siteId) => ({
  site: { siteId, entityId: 1 },
  look: { value, isStale: false },
})) as unknown as ShownSite[];

async function write(layer: string): Promise<string> {
  useSession.setState(emptySession);
  const place = document.createElement('div');
  root = createRoot(place);
  const scale = makeScale({ layer, index, channels });
  const [site] = all.map((one) => one.site);
  if (site) await act(async () => root.render(<SiteFacts entity="" {...{ site, all, scale }} />));
  return place.textContent ?? '';
}

it('ranks a site by the wind speed, but not by the direction, which has no order', async () => {
  const speed = await write('WS');
  expect(speed).toContain('map.facts.of');
  expect(speed).toContain('map.facts.rankNote');
  await act(async () => root.unmount());
  const direction = await write('WD');
  expect(direction).not.toMatch(/map\.facts\.(of|rank|rankNote|entityRank)/);
  expect(direction).toContain('map.analysis.ranking.cannot');
});
