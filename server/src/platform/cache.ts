import { type Bus, busReconnected } from './bus.ts';
import type { Topic } from './bus-topic.ts';

/** Values that are read once and kept until any process reports a change. */
export interface Cache<V> {
  get(key: string): Promise<V>;
  /** Clears the cache, here and in the other processes. */
  clear(): Promise<void>;
}

const maxEntries = 10_000;

export function makeCache<V>(bus: Bus, topic: Topic, load: (key: string) => Promise<V>): Cache<V> {
  const values = new Map<string, Promise<V>>();
  bus.subscribe(topic, () => values.clear());
  bus.subscribe(busReconnected, () => values.clear());
  return {
    get(key) {
      const cached = values.get(key);
      if (cached) return cached;
      if (values.size >= maxEntries) values.clear();
      const value = load(key);
      values.set(key, value);
      value.catch(() => values.delete(key));
      return value;
    },
    clear: () => bus.publish(topic),
  };
}
