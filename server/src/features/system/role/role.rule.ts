interface Branch {
  deptId: number;
  parentId: number;
}

/** What a tree shows of a department and all below it. */
interface Ticks {
  isSent: boolean;
  /** Ticked, and not only half. */
  isWhole: boolean;
  isTakenAway: boolean;
}

/**
 * What is meant by the ticks of a tree that links them. A parent of which some departments below are sent and some are
 * not is half ticked: it comes along without being meant. One that the role `had` is meant still, as long as nothing
 * below it is taken away: that a department was added there since unticks nothing. A parent sent alone means itself.
 */
export function dropHalfTicked(
  ticked: readonly number[],
  had: readonly number[],
  departments: readonly Branch[],
): number[] {
  const [sent, kept, dropped] = [new Set(ticked), new Set(had), new Set<number>()];
  const below = Map.groupBy(departments, ({ parentId }) => parentId);

  function look(id: number): Ticks {
    const ticks = (below.get(id) ?? []).map(({ deptId }) => look(deptId));
    const isSentBelow = ticks.some(({ isSent }) => isSent);
    const isLessBelow = ticks.some(({ isTakenAway }) => isTakenAway);
    const isWhole = sent.has(id) && (!isSentBelow || ticks.every((one) => one.isWhole));
    if (!isWhole && (isLessBelow || !kept.has(id))) dropped.add(id);
    return {
      isSent: sent.has(id) || isSentBelow,
      isWhole,
      isTakenAway: isLessBelow || (kept.has(id) && !sent.has(id)),
    };
  }

  const known = new Set(departments.map(({ deptId }) => deptId));
  for (const top of below.keys()) if (!known.has(top)) look(top);
  return [...sent].filter((id) => !dropped.has(id));
}

/** What a tree with linked ticks is given, so that it finds the ticks of parents by itself: only the lowest. */
export function dropParents(ticked: readonly number[], departments: readonly Branch[]): number[] {
  const chosen = new Set(ticked);
  const parents = new Set(departments.filter(({ deptId }) => chosen.has(deptId)).map((one) => one.parentId));
  return ticked.filter((id) => !parents.has(id));
}
