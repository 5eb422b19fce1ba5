import { mostThings, readThing } from '@limpid/contract/live';

/** Removes duplicates; a kind with more topics than the server accepts is subscribed to as a whole. */
export function condenseTopics(topics: readonly string[]): string[] {
  const unique = new Set(topics);
  const byKind = Map.groupBy(unique, (topic) => readThing(topic)?.kind);
  return [...byKind].flatMap(([kind, own]) => {
    if (kind === undefined) return own;
    return unique.has(kind) || own.length > mostThings ? (unique.has(kind) ? [] : [kind]) : own;
  });
}
