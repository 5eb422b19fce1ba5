/** A map that is read when it is first needed. */
export class LateMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly #read: () => ReadonlyMap<Key, Value>;
  #known: ReadonlyMap<Key, Value> | undefined;

  constructor(read: () => ReadonlyMap<Key, Value>) {
    this.#read = read;
  }

  get #map(): ReadonlyMap<Key, Value> {
    this.#known ??= this.#read();
    return this.#known;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key);
  }

  has(key: Key): boolean {
    return this.#map.has(key);
  }

  keys(): MapIterator<Key> {
    return this.#map.keys();
  }

  values(): MapIterator<Value> {
    return this.#map.values();
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#map.entries();
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    this.#map.forEach(visit);
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }
}
