import type { MapEvents } from './map.ts';

type Listener<Name extends keyof MapEvents> = (event: MapEvents[Name]) => void;

/** The listeners of a map; every adapter emits its events through it. */
export class Listeners {
  readonly #lists: { [Name in keyof MapEvents]?: Set<Listener<Name>> } = {};

  on<Name extends keyof MapEvents>(name: Name, listener: Listener<Name>): () => void {
    const list: Set<Listener<Name>> = this.#lists[name] ?? new Set();
    // The compiler cannot relate the name to the type of its list.
    Object.assign(this.#lists, { [name]: list });
    list.add(listener);
    return () => list.delete(listener);
  }

  emit<Name extends keyof MapEvents>(name: Name, event: MapEvents[Name]): void {
    for (const listener of this.#lists[name] ?? []) listener(event);
  }
}
