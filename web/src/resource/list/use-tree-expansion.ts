import type { Resource } from '@limpid/contract/kit/resource';
import { useState } from 'react';
import { rowId } from '../row/row.ts';
import type { ResourceList } from './use-resource-list.ts';

export interface TreeExpansion {
  expanded: number[];
  expand: (ids: number[]) => void;
  isAllExpanded: boolean;
  expandAll: (all: boolean) => void;
}

/** The expanded rows of a tree: the top level at first, all while searching, otherwise as chosen. */
export function useTreeExpansion(resource: Resource, list: ResourceList): TreeExpansion {
  const [chosen, setChosen] = useState<number[]>();
  const all = list.allIds;
  const isFiltered = Object.keys(list.filter).length > 0;
  const top = list.rows.map((row) => rowId(resource, row));
  const expanded = isFiltered ? all : (chosen ?? top);
  return {
    expanded,
    expand: setChosen,
    isAllExpanded: expanded.length >= all.length,
    expandAll: (isAll) => setChosen(isAll ? all : []),
  };
}
