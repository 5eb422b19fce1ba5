import type { TreeNode } from '@limpid/contract/kit/tree';

interface Branch extends Omit<TreeNode, 'children'> {
  parentId: number;
}

/** Nests each row below its parent in the given order; a row without a listed parent is at the top. */
export function buildTree(rows: readonly Branch[]): TreeNode[] {
  const nodes = new Map<number, TreeNode>(rows.map(({ parentId: _, ...node }) => [node.id, node]));
  const top: TreeNode[] = [];
  for (const { id, parentId } of rows) {
    const node = nodes.get(id);
    const parent = nodes.get(parentId);
    if (!node) continue;
    if (!parent) top.push(node);
    else (parent.children ??= []).push(node);
  }
  return top;
}
