interface Branch {
  deptId: number;
  parentId: number;
}

/**
 * Without the departments that are only half ticked: clients send them along, and whoever ticked one child did
 * not mean the rows of the parent itself.
 */
export function dropHalfTicked(ticked: readonly number[], departments: readonly Branch[]): number[] {
  const chosen = new Set(ticked);
  // From the leaves up: a parent is as ticked as its children turn out to be.
  for (let before = -1; before !== chosen.size; ) {
    before = chosen.size;
    for (const { deptId, parentId } of departments) if (!chosen.has(deptId)) chosen.delete(parentId);
  }
  return [...chosen];
}

/** What a tree with linked ticks is given, so that it finds the ticks of parents by itself: only the lowest. */
export function dropParents(ticked: readonly number[], departments: readonly Branch[]): number[] {
  const chosen = new Set(ticked);
  const parents = new Set(departments.filter(({ deptId }) => chosen.has(deptId)).map((one) => one.parentId));
  return ticked.filter((id) => !parents.has(id));
}
