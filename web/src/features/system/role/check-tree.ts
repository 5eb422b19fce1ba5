import type { TreeNode } from '@limpid/contract/kit/tree';

/** Checked and half-checked nodes, as antd's tree expects them. */
export interface CheckedNodes {
  checked: number[];
  halfChecked: number[];
}

export function listNodeIds(nodes: readonly TreeNode[]): number[] {
  return nodes.flatMap(({ id, children = [] }) => [id, ...listNodeIds(children)]);
}

/**
 * With linked checkboxes a node is checked if all its descendants are. A chosen node with only some or none of its
 * descendants is half-checked, so that opening the form never adds anything.
 */
export function findCheckedNodes(
  nodes: readonly TreeNode[],
  chosen: ReadonlySet<number>,
  isLinked: boolean,
): CheckedNodes {
  if (!isLinked) return { checked: listNodeIds(nodes).filter((id) => chosen.has(id)), halfChecked: [] };
  const ticks: CheckedNodes = { checked: [], halfChecked: [] };
  for (const { id, children = [] } of nodes) {
    const below = findCheckedNodes(children, chosen, true);
    const isFull =
      children.length > 0 ? children.every((one) => below.checked.includes(one.id)) : chosen.has(id);
    const isHalf = !isFull && (chosen.has(id) || below.checked.length + below.halfChecked.length > 0);
    ticks.checked.push(...(isFull ? [id] : []), ...below.checked);
    ticks.halfChecked.push(...(isHalf ? [id] : []), ...below.halfChecked);
  }
  return ticks;
}

/** The ancestors of each node, from the root down. */
function mapAncestors(
  nodes: readonly TreeNode[],
  above: readonly number[] = [],
): Map<number, readonly number[]> {
  return new Map(
    nodes.flatMap(({ id, children = [] }) => [
      [id, above] as const,
      ...mapAncestors(children, [...above, id]),
    ]),
  );
}

/** Adds all ancestors of the chosen nodes, as linked checkboxes require. */
export function addAncestors(nodes: readonly TreeNode[], chosen: readonly number[]): number[] {
  const ancestors = mapAncestors(nodes);
  return [...new Set(chosen.flatMap((id) => [...(ancestors.get(id) ?? []), id]))];
}

interface Toggle {
  /** The whole tree and its visible part; nodes hidden by a search stay unchanged. */
  nodes: readonly TreeNode[];
  shown: readonly TreeNode[];
  isLinked: boolean;
}

/** The chosen ids after a click on a node. */
export function toggleNode(
  { nodes, shown, isLinked }: Toggle,
  chosen: readonly number[],
  id: number,
): number[] {
  if (!isLinked) return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  const node = findNode(shown, id);
  if (!node) return [...chosen];
  const below = listNodeIds([node]);
  const leaves = node.children?.length ? listLeaves([node]) : [id];
  if (!leaves.every((one) => chosen.includes(one)))
    return addAncestors(nodes, [...new Set([...chosen, ...below])]);
  const left = new Set(chosen.filter((one) => !below.includes(one)));
  // Ancestors without chosen children are removed too, from the bottom up.
  for (const above of [...(mapAncestors(nodes).get(id) ?? [])].reverse()) {
    const children = findNode(nodes, above)?.children ?? [];
    if (!children.some((one) => left.has(one.id))) left.delete(above);
  }
  return addAncestors(nodes, [...left]);
}

function listLeaves(nodes: readonly TreeNode[]): number[] {
  return nodes.flatMap(({ id, children = [] }) => (children.length > 0 ? listLeaves(children) : [id]));
}

function findNode(nodes: readonly TreeNode[], id: number): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}

/** The nodes whose name contains the text, with their ancestors and descendants. */
export function filterTree(nodes: readonly TreeNode[], text: string): TreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...nodes];
  return nodes.flatMap((node) => {
    if (node.label.toLowerCase().includes(wanted)) return [node];
    const children = filterTree(node.children ?? [], text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
