import { mostThings, readThing } from '@limpid/contract/live';

/** Each topic once; a kind of which more things are shown than the server takes is shown as a whole. */
export function condenseTopics(topics: readonly string[]): string[] {
  const unique = new Set(topics);
  const byKind = Map.groupBy(unique, (topic) => readThing(topic)?.kind);
  return [...byKind].flatMap(([kind, own]) => {
    if (kind === undefined) return own;
    return unique.has(kind) || own.length > mostThings ? (unique.has(kind) ? [] : [kind]) : own;
  });
}
