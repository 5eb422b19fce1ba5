import { id, ref, text } from '@limpid/contract/kit/field';
import { resource } from '@limpid/contract/kit/resource';
import { expect, it } from 'vitest';
import { nestRows } from './tree-rows.ts';

const area = resource({
  path: '/lab/area',
  permission: 'lab:area',
  texts: 'lab.area',
  id: 'areaId',
  name: 'areaName',
  key: ['areaName'],
  order: [{ by: 'areaId' }],
  tree: 'parentId',
  fields: { areaId: id(), parentId: ref({}), areaName: text({ max: 20 }) },
});

it('nests each row below its parent in the given order', () => {
  const rows = [
    { areaId: 1, parentId: 0 },
    { areaId: 3, parentId: 1 },
    { areaId: 2, parentId: 1 },
    { areaId: 4, parentId: 2 },
  ];
  expect(nestRows(area, rows)).toEqual([
    {
      areaId: 1,
      parentId: 0,
      children: [
        { areaId: 3, parentId: 1 },
        { areaId: 2, parentId: 1, children: [{ areaId: 4, parentId: 2 }] },
      ],
    },
  ]);
});

it('starts with the rows that have no known parent', () => {
  const rows = [
    { areaId: 7, parentId: 5 },
    { areaId: 8, parentId: 7 },
  ];
  expect(nestRows(area, rows)).toEqual([{ areaId: 7, parentId: 5, children: [{ areaId: 8, parentId: 7 }] }]);
});
