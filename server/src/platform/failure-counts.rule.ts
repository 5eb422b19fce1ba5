/** How many failures of one key are too many, and how long they count. */
export interface FailureLimits {
  /** The number of failures at which the key is blocked. */
  limit: number;
  /** Window in which failures add up, and duration of a block; milliseconds. */
  windowMs: number;
  /** Maximum number of keys: senders choose the keys, so the one whose last failure is the oldest is dropped. */
  maxKeys: number;
}

interface Entry {
  count: number;
  until: number;
}

/**
 * Counts failures by key. The window starts with the first failure. The failure that reaches the limit restarts it, and
 * later failures do not renew it, so every key is free again after one window.
 */
export class FailureCounts {
  readonly #limits: FailureLimits;
  readonly #entries = new Map<string, Entry>();

  constructor(limits: FailureLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Counts a failure; returns the number of failures in the window, this one included. */
  add(key: string, now: number): number {
    const { limit, windowMs } = this.#limits;
    const { count, until } = this.#find(key, now) ?? { count: 0, until: now + windowMs };
    const next = { count: count + 1, until: count + 1 === limit ? now + windowMs : until };
    this.#keep(key, next);
    return next.count;
  }

  count(key: string, now: number): number {
    return this.#find(key, now)?.count ?? 0;
  }

  /** Until when the key is blocked; 0 if it is not. */
  blockedUntil(key: string, now: number): number {
    const entry = this.#find(key, now);
    return entry && entry.count >= this.#limits.limit ? entry.until : 0;
  }

  /** Adopts the block of a key that another process has counted to its limit. */
  block(key: string, until: number, now: number): void {
    if (until <= now || this.blockedUntil(key, now) > 0) return;
    // At most one window of our own, whatever the other process's clock says.
    this.#keep(key, { count: this.#limits.limit, until: Math.min(until, now + this.#limits.windowMs) });
  }

  #find(key: string, now: number): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.until > now) return entry;
    if (entry) this.#entries.delete(key);
    return undefined;
  }

  #keep(key: string, entry: Entry): void {
    // Moved to the end: the map is ordered by the last failure.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#limits.maxKeys) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
  }
}
