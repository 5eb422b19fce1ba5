import type { ItemKind } from '@limpid/contract/live';
import { type DepartmentPath, scopeReaches } from './audience.rule.ts';
import { type LiveConnection, sendText } from './connection.ts';
import type { LiveContext } from './context.ts';
import type { Live } from './live.ts';

interface RecentChange {
  deptId: number;
  text: string;
  at: number;
}

/** How long what has changed is kept for those who are about to show it. */
const keptMs = 10_000;

/** Tells of items that change in numbers: each is written down once, and each client gets those it shows in one message. */
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
      // Anew at the end: the oldest stand first.
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

function isShowing({ topics, items }: LiveConnection, kind: ItemKind): boolean {
  return topics.has(kind) || items.has(kind);
}

type DepartmentPaths = ReadonlyMap<number, DepartmentPath | undefined>;

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

/** What a client shows of the changes, and may see: the department it listens at does not matter here, its data scope does. */
function pickTexts(
  { topics, items, session }: LiveConnection,
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
