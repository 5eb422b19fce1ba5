import { isCode, isTest, resolveImport, type Source } from './find-violations.ts';

/** A room is a folder inside an area or a zone: `server/src/features/system/user` is `user` of the area `system`. */
interface Room {
  parent: string;
  name: string;
}

function findRoom(path: string): Room | undefined {
  const [, parent, name] =
    /^((?:server|web)\/src\/features\/[^/]+|(?:server|web)\/src\/(?!features\/)[^/]+|[^/]+\/src)\/([^/]+)\//.exec(
      path,
    ) ?? [];
  return parent && name ? { parent, name } : undefined;
}

/** Groups of rooms that import each other, directly or through others, as `parent: room, room`. */
export function findRoomCycles(sources: readonly Source[]): string[] {
  const parents = new Map<string, Map<string, Set<string>>>();
  for (const { path, imports } of sources) {
    const room = findRoom(path);
    if (!room || isTest(path)) continue;
    const graph = parents.get(room.parent) ?? new Map<string, Set<string>>();
    parents.set(room.parent, graph);
    for (const { from } of imports) {
      const target = resolveImport(path, from);
      const other = target !== undefined && isCode(target) ? findRoom(target) : undefined;
      if (other?.parent !== room.parent || other.name === room.name) continue;
      graph.set(room.name, (graph.get(room.name) ?? new Set()).add(other.name));
    }
  }
  return [...parents].flatMap(([parent, graph]) => findGroups(graph).map((group) => `${parent}: ${group}`));
}

function findGroups(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = new Map([...graph.keys()].map((room) => [room, reachFrom(graph, room)]));
  const groups = [...graph.keys()].map((room) =>
    [...graph.keys()]
      .filter((other) => reached.get(room)?.has(other) && reached.get(other)?.has(room))
      .toSorted()
      .join(', '),
  );
  return [...new Set(groups)].filter((group) => group !== '');
}

/** The rooms that a room imports, directly or through others; itself only if it is part of a cycle. */
function reachFrom(graph: ReadonlyMap<string, ReadonlySet<string>>, room: string): Set<string> {
  const reached = new Set<string>();
  const open = [room];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of graph.get(next) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      open.push(other);
    }
  }
  return reached;
}
