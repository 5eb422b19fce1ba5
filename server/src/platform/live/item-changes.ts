import type { GatheredKind } from '@limpid/contract/live';
import { type Line, reaches } from './audience.rule.ts';
import { type Connection, sendText } from './connection.ts';
import type { LiveContext } from './context.ts';
import type { Live } from './live.ts';

interface Recent {
  deptId: number;
  text: string;
  at: number;
}

/** How long what has changed is kept for those who are about to show it. */
const keptMs = 10_000;

/** Tells of things that change in numbers: each is written down once, and each client gets those it shows in one message. */
export function openGathering({ audience, limits, findLine }: LiveContext): Live['gather'] {
  const kinds = new Map<GatheredKind, Map<number, Recent>>();

  return async (kind, changes) => {
    const recent = kinds.get(kind) ?? new Map<number, Recent>();
    kinds.set(kind, recent);
    const now = performance.now();
    forgetOld(recent, now - keptMs);
    const changed = new Map<number, Recent>();
    for (const { id, deptId, item } of changes) {
      const entry = { deptId, text: JSON.stringify(item), at: now };
      changed.set(id, entry);
      // Anew at the end: the oldest stand first.
      recent.delete(id);
      recent.set(id, entry);
    }
    const listeners = [...audience.connections].filter((connection) => isShowing(connection, kind));
    if (recent.size === 0 || listeners.length === 0) return;
    const lines = await findLines(recent, findLine);
    for (const connection of listeners) {
      const news = connection.isBehind ? recent : changed;
      connection.isBehind = false;
      const texts = pickTexts(connection, kind, news, lines);
      if (texts.length > 0) sendText(connection, wrapTexts(kind, texts), limits);
    }
  };
}

function forgetOld(recent: Map<number, Recent>, before: number): void {
  for (const [id, { at }] of recent) {
    if (at >= before) return;
    recent.delete(id);
  }
}

function isShowing({ topics, things }: Connection, kind: GatheredKind): boolean {
  return topics.has(kind) || things.has(kind);
}

type Lines = ReadonlyMap<number, Line | undefined>;

async function findLines(
  recent: ReadonlyMap<number, Recent>,
  findLine: LiveContext['findLine'],
): Promise<Lines> {
  const deptIds = new Set([...recent.values()].map(({ deptId }) => deptId));
  return new Map(
    await Promise.all([...deptIds].map(async (deptId) => [deptId, await findLine(deptId)] as const)),
  );
}

/** What a client shows of the news, and may see: the department it listens at does not matter here, its data scope does. */
function pickTexts(
  { topics, things, session }: Connection,
  kind: GatheredKind,
  news: ReadonlyMap<number, Recent>,
  lines: Lines,
): string[] {
  const scope = session?.scopes.get(kind);
  if (!scope) return [];
  const reached = new Set(
    [...lines].flatMap(([deptId, line]) => (line && reaches(scope, line) ? [deptId] : [])),
  );
  const shown = topics.has(kind)
    ? [...news.values()]
    : [...(things.get(kind) ?? [])].flatMap((id) => news.get(id) ?? []);
  return shown.filter(({ deptId }) => reached.has(deptId)).map(({ text }) => text);
}

function wrapTexts(kind: GatheredKind, texts: readonly string[]): string {
  return `{"kind":"message","topic":"${kind}","payload":[${texts.join(',')}]}`;
}
