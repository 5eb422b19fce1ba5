import type { TreeNode } from '@limpid/contract/kit/tree';

/** The number of users of each department including its descendants, by id. */
export function sumCounts(
  nodes: readonly TreeNode[],
  counts: readonly { deptId: number; count: number }[],
): Map<number, number> {
  const direct = new Map(counts.map(({ deptId, count }) => [deptId, count]));
  const sums = new Map<number, number>();
  function add({ id, children = [] }: TreeNode): number {
    const below = children.reduce((sum, child) => sum + add(child), 0);
    const sum = below + (direct.get(id) ?? 0);
    sums.set(id, sum);
    return sum;
  }
  for (const node of nodes) add(node);
  return sums;
}
