// @vitest-environment happy-dom
import type { IndexRule } from '@limpid/contract/map/indices';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { DescribedIndex } from './describe-index.ts';
import { useIndexBasis } from './use-index-basis.ts';

/** Why a site has no index, as a key of the texts. */
async function explain(absence: DescribedIndex['absence'], averaging: IndexRule['averaging'] = 'hour') {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const rule: IndexRule = { key: 'china', standard: 'HJ 633-2026', averaging, levels: [] };
  let text = '';
  function Probe() {
    text = useIndexBasis({ hour: undefined, missing: '', absence }, rule, 'UTC', 'en');
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Probe />));
  await act(async () => root.unmount());
  return text;
}

it('names the hour that a site lacks only where that is the reason', async () => {
  expect(await explain('young')).toBe('map.panel.noIndexWhy.young.hour');
  expect(await explain('young', 'day')).toBe('map.panel.noIndexWhy.young.day');
  expect(await explain('invalid')).toBe('map.panel.noIndexWhy.invalid');
  expect(await explain('silent')).toBe('map.panel.noIndexWhy.silent');
  expect(await explain('withheld')).toBe('map.panel.noIndexWhy.withheld');
});
