interface TreeDepartment {
  deptId: number;
  parentId: number;
}

/** The state of a department and its descendants in a tree of checkboxes. */
interface CheckState {
  isSent: boolean;
  /** Checked, and not only half checked. */
  isFullyChecked: boolean;
  isUnchecked: boolean;
}

/**
 * Drops the half-checked parents that a tree with linked checkboxes sends: parents with only some descendants checked. A
 * parent that the role `had` stays, unless a descendant was unchecked: a department added since does not uncheck it. A
 * parent sent without descendants stays.
 */
export function dropHalfChecked(
  ticked: readonly number[],
  had: readonly number[],
  departments: readonly TreeDepartment[],
): number[] {
  const [sent, kept, dropped] = [new Set(ticked), new Set(had), new Set<number>()];
  const below = Map.groupBy(departments, ({ parentId }) => parentId);

  function visit(id: number): CheckState {
    const ticks = (below.get(id) ?? []).map(({ deptId }) => visit(deptId));
    const isSentBelow = ticks.some(({ isSent }) => isSent);
    const isUncheckedBelow = ticks.some(({ isUnchecked }) => isUnchecked);
    const isFullyChecked = sent.has(id) && (!isSentBelow || ticks.every((one) => one.isFullyChecked));
    if (!isFullyChecked && (isUncheckedBelow || !kept.has(id))) dropped.add(id);
    return {
      isSent: sent.has(id) || isSentBelow,
      isFullyChecked,
      isUnchecked: isUncheckedBelow || (kept.has(id) && !sent.has(id)),
    };
  }

  const departmentIds = new Set(departments.map(({ deptId }) => deptId));
  for (const top of below.keys()) if (!departmentIds.has(top)) visit(top);
  return [...sent].filter((id) => !dropped.has(id));
}

/** Keeps only the lowest departments: a tree with linked checkboxes derives the state of parents. */
export function dropParents(ticked: readonly number[], departments: readonly TreeDepartment[]): number[] {
  const chosen = new Set(ticked);
  const parents = new Set(departments.filter(({ deptId }) => chosen.has(deptId)).map((one) => one.parentId));
  return ticked.filter((id) => !parents.has(id));
}
