import { maxShownItems, readItemTopic } from '@limpid/contract/live';

/** Removes duplicates; a kind with more topics than the server accepts is subscribed to as a whole. */
export function condenseTopics(topics: readonly string[]): string[] {
  const unique = new Set(topics);
  const byKind = Map.groupBy(unique, (topic) => readItemTopic(topic)?.kind);
  return [...byKind].flatMap(([kind, ofKind]) => {
    if (kind === undefined) return ofKind;
    return unique.has(kind) || ofKind.length > maxShownItems ? (unique.has(kind) ? [] : [kind]) : ofKind;
  });
}
