import { describe, expect, it } from 'vitest';
import { type ListColumn, listVisible, nextSort, pinOffsets, scrollPadding } from './list-column.ts';

const column = (key: string, pin?: 'left' | 'right', width?: string): ListColumn<unknown> => ({
  key,
  title: key,
  pin,
  width,
  render: () => key,
});

describe('pinned columns', () => {
  it('are offset by the columns pinned before them on the same side', () => {
    const columns = [
      column('tick', 'left', '2rem'),
      column('name', 'left', '8rem'),
      column('code'),
      column('state', 'right', '5rem'),
      column('actions', 'right', '9rem'),
    ];
    expect(Object.fromEntries(pinOffsets(columns))).toEqual({
      tick: '0',
      name: 'calc(2rem)',
      actions: '0',
      state: 'calc(9rem)',
    });
  });
});

describe('the order of a list', () => {
  it('changes to ascending, descending and the default with clicks on one heading', () => {
    const up = nextSort(undefined, 'code');
    const down = nextSort(up, 'code');
    expect([up, down, nextSort(down, 'code')]).toEqual([
      { by: 'code', desc: false },
      { by: 'code', desc: true },
      undefined,
    ]);
  });

  it('starts ascending for another heading', () => {
    expect(nextSort({ by: 'code', desc: true }, 'name')).toEqual({ by: 'name', desc: false });
  });
});

describe('the rows of a tree', () => {
  interface Node {
    id: number;
    children?: Node[];
  }
  const tree: Node[] = [
    { id: 1, children: [{ id: 2, children: [{ id: 3 }] }] },
    { id: 4, children: [] },
  ];
  const seen = (open: number[]) =>
    listVisible(
      tree,
      ({ children }) => children ?? [],
      ({ id }) => open.includes(id),
    ).map(({ row, depth, hasBelow }) => [row.id, depth, hasBelow]);

  it('are visible below an expanded row, indented', () => {
    expect(seen([1])).toEqual([
      [1, 0, true],
      [2, 1, true],
      [4, 0, false],
    ]);
  });

  it('are hidden with all descendants when an ancestor is collapsed', () => {
    expect(seen([2, 3, 4])).toEqual([
      [1, 0, true],
      [4, 0, false],
    ]);
  });
});

it('adds up the widths of pinned columns on each side', () => {
  const render = () => null;
  const columns: ListColumn<object>[] = [
    { key: 'tick', title: '', width: '2rem', pin: 'left', render },
    { key: 'name', title: '', width: '8rem', pin: 'left', render },
    { key: 'value', title: '', width: '6rem', render },
    { key: 'actions', title: '', width: '9rem', pin: 'right', render },
  ];
  expect(scrollPadding(columns)).toBe('calc(2rem + 8rem) calc(9rem)');
  expect(scrollPadding(columns.slice(2, 3))).toBe('0px 0px');
});
