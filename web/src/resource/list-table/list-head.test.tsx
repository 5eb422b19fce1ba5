// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { ListHead } from './ListHead.tsx';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

const columns = ['name', 'aqi'].map((key) => ({ key, title: key, isSortable: true, render: () => key }));

it.each([
  ['the default order', undefined, [null, 'descending'], { by: 'aqi', desc: false }],
  ['the chosen order', { by: 'name', desc: false }, ['ascending', null], { by: 'aqi', desc: false }],
])('shows %s, and a click on a column asks for that column', async (_, sort, shown, next) => {
  const table = document.createElement('table');
  const root = createRoot(table);
  const onSort = vi.fn();
  await act(async () =>
    root.render(
      <ListHead
        columns={columns}
        pins={new Map()}
        rows={[]}
        idOf={() => 0}
        defaultSort={{ by: 'aqi', desc: true }}
        {...{ sort, onSort }}
      />,
    ),
  );
  expect([...table.querySelectorAll('th')].map((head) => head.getAttribute('aria-sort'))).toEqual(shown);
  table.querySelectorAll('button')[1]?.click();
  expect(onSort).toHaveBeenCalledWith(next);
  await act(async () => root.unmount());
});
