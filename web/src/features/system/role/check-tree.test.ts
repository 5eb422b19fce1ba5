import type { TreeNode } from '@limpid/contract/kit/tree';
import { describe, expect, it } from 'vitest';
import { addAncestors, filterTree, findCheckedNodes, listNodeIds, toggleNode } from './check-tree.ts';

/** 1 ─ 104 ─ 1020, 1021; 1 ─ 105 ─ 1025; 2. */
const nodes: TreeNode[] = [
  {
    id: 1,
    label: 'System',
    children: [
      {
        id: 104,
        label: 'Posts',
        children: [
          { id: 1020, label: 'View' },
          { id: 1021, label: 'Add' },
        ],
      },
      { id: 105, label: 'Dictionaries', children: [{ id: 1025, label: 'View' }] },
    ],
  },
  { id: 2, label: 'Monitor' },
];
const ticks = (chosen: number[], isLinked = true) => findCheckedNodes(nodes, new Set(chosen), isLinked);
const toggle = (chosen: number[], id: number, isLinked = true, shown = nodes) =>
  toggleNode({ nodes, shown, isLinked }, chosen, id).sort((a, b) => a - b);

describe('linked checkboxes', () => {
  it('check a parent with all its descendants, and half-check it with some', () => {
    expect(ticks([1, 104, 1020])).toEqual({ checked: [1020], halfChecked: [1, 104] });
    expect(ticks([1, 104, 1020, 1021])).toEqual({ checked: [104, 1020, 1021], halfChecked: [1] });
    expect(ticks(listNodeIds(nodes))).toEqual({
      checked: [1, 104, 1020, 1021, 105, 1025, 2],
      halfChecked: [],
    });
  });

  it('half-check a screen without its buttons, and do not add the buttons', () => {
    expect(ticks([1, 104])).toEqual({ checked: [], halfChecked: [1, 104] });
    expect(toggle([1, 104], 105)).toEqual([1, 104, 105, 1025]);
  });

  it('derive the state of parents from the leaves', () => {
    expect(ticks([1020, 1021])).toEqual({ checked: [104, 1020, 1021], halfChecked: [1] });
    expect(addAncestors(nodes, [1020, 1021])).toEqual([1, 104, 1020, 1021]);
  });

  it('choose the descendants and half-check the ancestors', () => {
    expect(toggle([], 1020)).toEqual([1, 104, 1020]);
    expect(toggle([], 104)).toEqual([1, 104, 1020, 1021]);
    expect(toggle([1, 104, 1020], 104)).toEqual([1, 104, 1020, 1021]);
  });

  it('remove the descendants, and ancestors without chosen children', () => {
    expect(toggle([1, 104, 1020], 1020)).toEqual([]);
    expect(toggle([1, 104, 1020, 105, 1025], 1020)).toEqual([1, 105, 1025]);
    expect(toggle([1, 104, 1020, 1021], 104)).toEqual([]);
  });

  it('change only nodes that a search shows', () => {
    const shown = filterTree(nodes, 'add');
    expect(listNodeIds(shown)).toEqual([1, 104, 1021]);
    expect(toggle([], 1, true, shown)).toEqual([1, 104, 1021]);
    expect(toggle([1, 104, 1020, 1021], 104, true, shown)).toEqual([1, 104, 1020]);
  });

  it('keep ids that are not in the tree', () => {
    expect(toggle([9000], 2)).toEqual([2, 9000]);
  });
});

describe('independent checkboxes', () => {
  it('contain exactly the clicked nodes', () => {
    expect(ticks([1, 1020], false)).toEqual({ checked: [1, 1020], halfChecked: [] });
    expect(toggle([1020], 104, false)).toEqual([104, 1020]);
    expect(toggle([104, 1020], 104, false)).toEqual([1020]);
  });
});

describe('a search', () => {
  it('finds nodes with their ancestors and descendants, ignoring case', () => {
    expect(listNodeIds(filterTree(nodes, ' POSTS '))).toEqual([1, 104, 1020, 1021]);
    expect(filterTree(nodes, 'nothing')).toEqual([]);
    expect(listNodeIds(filterTree(nodes, ''))).toEqual(listNodeIds(nodes));
  });
});
