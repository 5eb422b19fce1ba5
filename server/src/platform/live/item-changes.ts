import type { ItemKind } from '@limpid/contract/live';
import { type DepartmentLineage, scopeReaches } from './audience.rule.ts';
import { type LiveSocket, sendText } from './connection.ts';
import type { LiveContext } from './context.ts';
import type { Live } from './live.ts';

interface RecentChange {
  deptId: number;
  text: string;
  at: number;
}

/** How long changes are kept for clients that are about to subscribe. */
const keptMs = 10_000;

/**
 * Sends changes of frequently changing items: each is serialised once, and each client gets one list of those it
 * subscribes to.
 */
export function makeItemPublisher({
  audience,
  limits,
  findDepartmentPath,
}: LiveContext): Live['publishItems'] {
  const kinds = new Map<ItemKind, Map<number, RecentChange>>();

  return async (kind, changes) => {
    const recent = kinds.get(kind) ?? new Map<number, RecentChange>();
    kinds.set(kind, recent);
    const now = performance.now();
    removeOld(recent, now - keptMs);
    const changed = new Map<number, RecentChange>();
    for (const { id, deptId, item } of changes) {
      const entry = { deptId, text: JSON.stringify(item), at: now };
      changed.set(id, entry);
      // Removed and added again, so that the oldest come first.
      recent.delete(id);
      recent.set(id, entry);
    }
    const listeners = [...audience.connections].filter((connection) => isShowing(connection, kind));
    if (recent.size === 0 || listeners.length === 0) return;
    const paths = await findPaths(recent, findDepartmentPath);
    for (const connection of listeners) {
      const shownChanges = connection.needsRecent ? recent : changed;
      connection.needsRecent = false;
      const texts = pickTexts(connection, kind, shownChanges, paths);
      if (texts.length > 0) sendText(connection, wrapTexts(kind, texts), limits);
    }
  };
}

function removeOld(recent: Map<number, RecentChange>, before: number): void {
  for (const [id, { at }] of recent) {
    if (at >= before) return;
    recent.delete(id);
  }
}

function isShowing({ topics, items }: LiveSocket, kind: ItemKind): boolean {
  return topics.has(kind) || items.has(kind);
}

type DepartmentPaths = ReadonlyMap<number, DepartmentLineage | undefined>;

async function findPaths(
  recent: ReadonlyMap<number, RecentChange>,
  findDepartmentPath: LiveContext['findDepartmentPath'],
): Promise<DepartmentPaths> {
  const deptIds = new Set([...recent.values()].map(({ deptId }) => deptId));
  return new Map(
    await Promise.all(
      [...deptIds].map(async (deptId) => [deptId, await findDepartmentPath(deptId)] as const),
    ),
  );
}

/** The changes that a client subscribes to and may see: its data scope matters here, its department does not. */
function pickTexts(
  { topics, items, session }: LiveSocket,
  kind: ItemKind,
  changes: ReadonlyMap<number, RecentChange>,
  paths: DepartmentPaths,
): string[] {
  const scope = session?.scopes.get(kind);
  if (!scope) return [];
  const reached = new Set(
    [...paths].flatMap(([deptId, path]) => (path && scopeReaches(scope, path) ? [deptId] : [])),
  );
  const shown = topics.has(kind)
    ? [...changes.values()]
    : [...(items.get(kind) ?? [])].flatMap((id) => changes.get(id) ?? []);
  return shown.filter(({ deptId }) => reached.has(deptId)).map(({ text }) => text);
}

function wrapTexts(kind: ItemKind, texts: readonly string[]): string {
  return `{"kind":"message","topic":"${kind}","payload":[${texts.join(',')}]}`;
}
