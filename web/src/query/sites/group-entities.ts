import type { EntityChoice } from '@limpid/contract/data/site-choice';

interface EntityNode {
  /** The id of an entity; the name of a group, which cannot be chosen. */
  value: string;
  title: string;
  selectable: boolean;
  children?: EntityNode[];
}

/** The entities below their groups, in their order; entities without a group are at the top. */
export function groupEntities(
  entities: readonly EntityChoice[],
  title: (entity: EntityChoice) => string,
): EntityNode[] {
  const nodes: EntityNode[] = [];
  const groups = new Map<string, EntityNode[]>();
  for (const entity of entities) {
    const leaf = { value: String(entity.entityId), title: title(entity), selectable: true };
    const name = entity.entityGroup?.trim();
    if (!name) {
      nodes.push(leaf);
      continue;
    }
    const members = groups.get(name) ?? [];
    if (members.length === 0) {
      groups.set(name, members);
      nodes.push({ value: `group:${name}`, title: name, selectable: false, children: members });
    }
    members.push(leaf);
  }
  return nodes;
}
